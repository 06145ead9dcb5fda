import { useMemo } from "react";
import { type Formats, useFormats } from "../../messages/formats.ts";
import { i18n } from "../../messages/i18n.ts";
import { isMidnight, midnightNear } from "../../messages/is-midnight.ts";
import type { ValueKind } from "./charts.ts";

export function formatValue(formats: Formats, kind: ValueKind, value: number | null | undefined): string {
  switch (kind) {
    case "rate":
      return formats.percent(value);
    case "cost":
      return formats.cost(value);
    case "seconds":
      return formats.duration(value);
    case "milliseconds":
      return formats.duration(value == null ? null : value / 1000);
    default:
      return value != null && Math.abs(value) >= 10_000 ? formats.compact(value) : formats.number(value);
  }
}

export interface TimeFormats {
  /** Formats the label of a single bucket: its day, its hour, or both. */
  readonly bucket: (milliseconds: number) => string;
  /** Formats an axis label: the date at midnight, the time of day at any other time. */
  readonly tick: (milliseconds: number) => string;
}

const maxHourLabelSpan = 10 * 86_400;

/** Returns the formats for the times of a chart, which depend on the length of a bucket and of the whole range. */
export function useTimeFormats(bucketSeconds: number, spanSeconds: number): TimeFormats {
  useFormats();
  const { language } = i18n;
  return useMemo(() => {
    const isWholeDays = bucketSeconds >= 86_400;
    const isOneDay = spanSeconds <= 86_400 * 1.5;
    const format = new Intl.DateTimeFormat(language, {
      ...(!isOneDay && { day: "numeric", month: "short" }),
      ...(!isWholeDays && { hour: "2-digit", minute: "2-digit" }),
    });
    const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
    const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
    return {
      bucket: (milliseconds) => format.format(milliseconds),
      tick: (milliseconds) => {
        const midnight = spanSeconds > maxHourLabelSpan ? midnightNear(milliseconds) : milliseconds;
        return (isMidnight(midnight) ? day : hour).format(midnight);
      },
    };
  }, [bucketSeconds, spanSeconds, language]);
}
