import { Link } from "@tanstack/react-router";
import { Maximize2 } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "../../../ui/button.tsx";
import { SidePanel } from "../../../ui/side-panel.tsx";
import { PeekContent, type PeekedState } from "../../logs/peek/peek-content.tsx";
import { recordTarget } from "../../logs/record-target.ts";
import type { EvaluatedRecord } from "../use-evaluated-record.ts";
import { useAgreementText } from "./messages.ts";

export function RecordPanel({
  projectId,
  record,
  onClose,
}: {
  readonly projectId: string;
  readonly record: EvaluatedRecord;
  readonly onClose: () => void;
}) {
  const t = useAgreementText();
  const [search, setSearch] = useState<PeekedState>(record.stepId == null ? {} : { currentStepId: record.stepId });
  const target = recordTarget(record, projectId, search);
  return (
    <SidePanel
      title={record.name}
      name="agreement.record"
      onClose={onClose}
      actions={
        target && (
          <Link {...target} className={buttonClass({ look: "plain", size: "small" })} preload={false}>
            <Maximize2 size={14} aria-hidden />
            {t("open")}
          </Link>
        )
      }
    >
      <PeekContent
        projectId={projectId}
        record={record}
        search={search}
        text={undefined}
        hiddenScores={record.hiddenScores}
        onChange={async (change) => setSearch((before) => ({ ...before, ...change }))}
        onDeleted={onClose}
      />
    </SidePanel>
  );
}
