import { Trophy } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useOperation } from "../../../api/use-request.ts";
import { promptName } from "../../../generated/prompt-name.ts";
import { Button } from "../../../ui/button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { useRunText } from "./messages.ts";

const PromoteDialog = onDemand(async () => (await import("./promote-dialog.tsx")).PromoteDialog);

/** Button that opens {@link PromoteDialog}. Renders nothing if the prompt version was deleted. */
export function PromoteButton({ promptId, size }: { readonly promptId: string; readonly size?: "small" | undefined }) {
  const t = useRunText();
  const mayWrite = usePermission("write");
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useOperation(promptName, { id: promptId }, { enabled: mayWrite });
  const found = data?.promptVersion;
  if (!found) return null;
  const { version, lineage } = found;
  return (
    <>
      <Button size={size} aria-label={t("promoteOf", { name: lineage.name, version })} onClick={() => setIsOpen(true)}>
        <Trophy size={14} aria-hidden />
        {t("promote")}
      </Button>
      {isOpen && <PromoteDialog name={lineage.name} version={version} onClose={() => setIsOpen(false)} />}
    </>
  );
}
