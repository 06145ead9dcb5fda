import { useEffect, useRef } from "react";
import { useToast } from "../../../ui/toasts.tsx";
import type { LogResource } from "../log-resource.ts";
import { useFirstRecordText } from "./messages.ts";

/** Announces the first record of a list that was empty, with a link to the next steps. */
export function useFirstArrival({
  projectId,
  resource,
  isEmpty,
  hasRecords,
}: {
  readonly projectId: string;
  readonly resource: LogResource;
  readonly isEmpty: boolean;
  readonly hasRecords: boolean;
}): void {
  const t = useFirstRecordText();
  const toast = useToast();
  const emptyList = useRef<string | null>(null);
  // Identifies the list. If the user leaves an empty list for a list with records, these records are not announced.
  const list = `${projectId} ${resource}`;
  useEffect(() => {
    if (isEmpty) emptyList.current = list;
    else if (hasRecords) {
      const target = { to: "/projects/$projectId/start", params: { projectId } } as const;
      if (emptyList.current === list) toast({ text: t(`arrived_${resource}`), link: { text: t("next"), target } });
      emptyList.current = null;
    }
  }, [projectId, resource, list, isEmpty, hasRecords, t, toast]);
}
