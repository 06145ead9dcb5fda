import { useFormats } from "../../messages/formats.ts";
import { useScoreLabels } from "../score-schemas/use-score-labels.ts";
import type { ValueBin } from "../score-schemas/value-bins.ts";
import { useExperimentsText } from "./messages.ts";

/** Returns a function that describes a bin of a score: its label or value, or its range of values. */
export function useBinText(): (scoreName: string, bin: ValueBin) => string {
  const t = useExperimentsText();
  const formats = useFormats();
  const labelOf = useScoreLabels();
  return (scoreName, { from, to }) =>
    from === to
      ? (labelOf(scoreName, from) ?? formats.number(from))
      : t("interval", { lower: formats.number(from), upper: formats.number(to) });
}
