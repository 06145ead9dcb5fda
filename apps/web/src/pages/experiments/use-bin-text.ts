import { useFormats } from "../../messages/formats.ts";
import type { ValueBin } from "../score-schemas/value-bins.ts";
import { useExperimentsText } from "./messages.ts";

/** Returns a function that describes a bin: its value, or its range of values. */
export function useBinText(): (bin: ValueBin) => string {
  const t = useExperimentsText();
  const formats = useFormats();
  return ({ from, to }) =>
    from === to ? formats.number(from) : t("interval", { lower: formats.number(from), upper: formats.number(to) });
}
