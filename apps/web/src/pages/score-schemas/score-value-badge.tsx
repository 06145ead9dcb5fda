import type { ReactNode } from "react";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { scoreDetail } from "./score-text.ts";
import { useScoreDirection } from "./use-score-direction.ts";
import { valueTone } from "./value-tone.ts";

/** Value of a score. Its color shows how good it is, for scores with a direction. */
export function ScoreValueBadge({
  name,
  value,
  isNamed = false,
  label = null,
  children,
}: {
  readonly name: string;
  readonly value: number;
  /** Whether the name is shown before the children. */
  readonly isNamed?: boolean;
  /** Label of the value, shown before the children. It is truncated before them. */
  readonly label?: string | null;
  readonly children: ReactNode;
}) {
  const formats = useFormats();
  const directionOf = useScoreDirection();
  const tone = valueTone(value, directionOf(name));
  if (label === null) {
    return (
      <Badge tone={tone} name={isNamed ? name : undefined}>
        {children}
      </Badge>
    );
  }
  return (
    <Badge tone={tone} name={label} title={scoreDetail({ value, label }, formats)}>
      ({children})
    </Badge>
  );
}
