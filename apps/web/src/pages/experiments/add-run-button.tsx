import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useExperimentsText } from "./messages.ts";

const DatasetDialog = onDemand(async () => (await import("../logs/bulk/dataset-dialog.tsx")).DatasetDialog);

const request = {
  resource: "steps",
  filters: [],
  withContent: true,
  withPreviews: false,
  withScores: true,
  withUsage: false,
} as const;

/** Adds the recorded run of an item to a dataset. */
export function AddRunButton({ projectId, stepId }: { readonly projectId: string; readonly stepId: string }) {
  const t = useExperimentsText();
  const mayWrite = usePermission("write");
  const [isOpen, setIsOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button size="small" look="plain" onClick={() => setIsOpen(true)}>
        {t("toDataset")}
      </Button>
      {isOpen && (
        <DatasetDialog
          target={{ request: { ...request, projectId }, ids: new Set([stepId]), count: 1 }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
