import type { Formats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** A score, and its difference from the baseline. The sign shows the direction even without the color. */
export function ScoreBadge({
  name,
  value,
  delta,
  isClear = true,
  title,
  formats,
}: {
  readonly name: string;
  readonly value: number;
  /** Null without a baseline. */
  readonly delta: number | null;
  /** Whether the difference is unlikely to be chance. Otherwise, it has no color. Default: true. */
  readonly isClear?: boolean | undefined;
  readonly title?: string | undefined;
  /** Passed as a property, because a table has thousands of badges, and a hook in each would be slow. */
  readonly formats: Formats;
}) {
  const isChanged = delta !== null && delta !== 0;
  const sign = isChanged && delta > 0 ? "+" : "−";
  return (
    <Badge title={title} tone={!isChanged || !isClear ? "neutral" : delta > 0 ? "success" : "danger"}>
      <VisibleText text={name} /> {formats.number(value)}
      {isChanged && ` (${sign}${formats.number(Math.abs(delta))})`}
    </Badge>
  );
}
