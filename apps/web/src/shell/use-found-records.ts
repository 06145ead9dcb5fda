import { useMemo } from "react";
import { useOperation } from "../api/use-request.ts";
import { findRecords } from "../generated/find-records.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { type FoundRecord, foundRecords } from "./found-records.ts";

const shortest = 2;
/** Maximum length of ids and names in the service, in characters. */
const longest = 255;

function isWanted(text: string): boolean {
  return text.length >= shortest && text.length <= longest;
}

export function useFoundRecords(typed: string, projectId: string) {
  const text = typed.trim();
  const settled = useDebounced(text);
  const { data, error, isPlaceholderData } = useOperation(
    findRecords,
    { id: settled, value: settled, text: settled },
    { enabled: isWanted(settled), keepsPrevious: true },
  );
  const isCurrent = text === settled && !isPlaceholderData;
  const found = useMemo((): readonly FoundRecord[] => (data ? foundRecords(data, projectId) : []), [data, projectId]);
  const folded = text.toLowerCase();
  return {
    // While a response is pending, shows the previous results that match the new text, too.
    records: isWanted(text) ? found.filter(({ id, name }) => id === text || name.toLowerCase().includes(folded)) : [],
    isPending: isWanted(text) && error === null && !(isCurrent && data !== undefined),
    error: isCurrent ? error : null,
  };
}
