import type { Formats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { changeTone } from "../../ui/change-tone.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { DirectionOf } from "../score-schemas/use-score-direction.ts";

/** A score, and its difference from the baseline. The sign shows the direction without relying on color. */
export function ScoreBadge({
  name,
  value,
  label = null,
  delta,
  isClear = true,
  isNarrow = false,
  title,
  formats,
  directionOf,
}: {
  readonly name: string;
  readonly value: number;
  /** Label of the value and its change, which is shown instead of the numbers. */
  readonly label?: string | null | undefined;
  /** Difference of the shown scores; null without a baseline. */
  readonly delta: number | null;
  /** Whether the difference is statistically clear. An unclear difference has no color. Default: true. */
  readonly isClear?: boolean | undefined;
  /** Whether the name is truncated in little space. */
  readonly isNarrow?: boolean | undefined;
  readonly title?: string | undefined;
  /** Passed as a property, because calling the hook in each of thousands of badges would be slow. */
  readonly formats: Formats;
  readonly directionOf: DirectionOf;
}) {
  const tone = isClear ? changeTone(delta ?? 0, directionOf(name)) : undefined;
  return (
    <Badge title={title} tone={tone && tones[tone]} name={isNarrow ? name : undefined}>
      {!isNarrow && (
        <>
          <VisibleText text={name} />{" "}
        </>
      )}
      <VisibleText text={scoreText(formats, { value, label, delta })} />
    </Badge>
  );
}

/** Returns a score with its difference from the baseline, or its label. */
export function scoreText(
  formats: Formats,
  { value, label, delta }: { readonly value: number; readonly label: string | null; readonly delta: number | null },
): string {
  if (label !== null) return label;
  if (delta === null || delta === 0) return formats.number(value);
  return `${formats.number(value)} (${delta > 0 ? "+" : "−"}${formats.number(Math.abs(delta))})`;
}

export const tones = { better: "success", worse: "danger" } as const;
