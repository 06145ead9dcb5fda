import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { recordTarget } from "../logs/record-target.ts";
import styles from "./evaluators-page.module.css";
import { type EvaluatedTarget, useEvaluatedRecord } from "./use-evaluated-record.ts";

/** Link to an evaluated record, with the start of its input. A deleted record is shown by its id. */
export function EvaluatedRecordLink({
  target,
  isRowLink = false,
}: {
  readonly target: EvaluatedTarget;
  readonly isRowLink?: boolean | undefined;
}) {
  const projectId = useProjectId() ?? "";
  const record = useEvaluatedRecord()(target);
  const link = recordTarget(record, projectId);
  const name = <VisibleText text={record.name} />;
  return (
    <>
      {link === null ? (
        name
      ) : (
        <Link {...link} data-row={isRowLink || undefined}>
          {name}
        </Link>
      )}
      <RecordPreview target={target} />
    </>
  );
}

export function RecordPreview({ target: { step, thread, experimentItem } }: { readonly target: EvaluatedTarget }) {
  const { inputPreview } = step ?? thread ?? experimentItem ?? {};
  if (inputPreview == null) return null;
  return (
    <p className={styles.preview}>
      <VisibleText text={inputPreview} />
    </p>
  );
}

export function OutputPreview({ target: { step, thread, experimentItem } }: { readonly target: EvaluatedTarget }) {
  const { outputPreview } = step ?? thread ?? experimentItem ?? {};
  if (outputPreview == null) return "–";
  return (
    <p className={styles.output}>
      <VisibleText text={outputPreview} />
    </p>
  );
}
