import { useEffect, useRef } from "react";
import { useToast } from "../../../ui/toasts.tsx";
import { useFirstRecordText } from "./messages.ts";

/** Announces the first record of a list that was empty, with a link to the next steps. */
export function useFirstArrival({
  projectId,
  list,
  isEmpty,
  hasRecords,
}: {
  readonly projectId: string;
  /** Identifies the list, so that another list with records is not announced. */
  readonly list: string;
  readonly isEmpty: boolean;
  readonly hasRecords: boolean;
}): void {
  const t = useFirstRecordText();
  const toast = useToast();
  const emptyList = useRef<string | null>(null);
  useEffect(() => {
    if (isEmpty) emptyList.current = list;
    else if (hasRecords) {
      const target = { to: "/projects/$projectId/start", params: { projectId } } as const;
      if (emptyList.current === list) toast({ text: t("arrived"), link: { text: t("next"), target } });
      emptyList.current = null;
    }
  }, [projectId, list, isEmpty, hasRecords, t, toast]);
}
