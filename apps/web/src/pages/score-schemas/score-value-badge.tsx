import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { useScoreDirection } from "./use-score-direction.ts";
import { valueTone } from "./value-tone.ts";

/** Value of a score. Its color shows how good it is, for scores with a direction. */
export function ScoreValueBadge({
  name,
  value,
  isNamed = false,
  children,
}: {
  readonly name: string;
  readonly value: number;
  /** Whether the name is shown before the children. */
  readonly isNamed?: boolean;
  readonly children: ReactNode;
}) {
  const directionOf = useScoreDirection();
  return (
    <Badge tone={valueTone(value, directionOf(name))} name={isNamed ? name : undefined}>
      {children}
    </Badge>
  );
}
