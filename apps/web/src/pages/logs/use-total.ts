import { useFormats } from "../../messages/formats.ts";
import type { Condition } from "./filters/condition.ts";
import { useLogsText } from "./messages.ts";
import { formatCount, isEstimatedCount } from "./record-count.ts";

/** Total number of records in a list, as a number and as a text that marks estimates; null while unknown. */
export function useTotal(
  count: number | null,
  selected: { readonly conditions: readonly Condition[]; readonly query: string | undefined },
) {
  const t = useLogsText();
  const formats = useFormats();
  if (count === null) return null;
  const isEstimate = isEstimatedCount(count, selected);
  const formatted = formatCount(formats, count, isEstimate);
  return { count, isEstimate, formatted, text: isEstimate ? t("about", { formatted }) : formatted };
}
