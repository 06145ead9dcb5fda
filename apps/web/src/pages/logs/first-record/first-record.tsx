import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../../api/project-id.ts";
import { useOperation } from "../../../api/use-request.ts";
import { firstRecord } from "../../../generated/dashboard.ts";
import { EmptyState } from "../../../ui/page-state.tsx";
import type { LogResource } from "../log-resource.ts";
import styles from "./first-record.module.css";
import { useFirstRecordText } from "./messages.ts";
import { RecordCode, useNewKey } from "./record-code.tsx";

/** Interval between checks for records in other lists, in milliseconds. The shown list has live updates instead. */
const reloadMs = 5_000;

/** Shown instead of an empty list. Explains how to send the project's first record. */
export function FirstRecord({
  resource,
  isOnStartPage = false,
  newKey,
}: {
  readonly resource: LogResource;
  /**
   * Whether this is shown on the start page. If not, it has a link to the start page, for the steps after the first
   * record.
   */
  readonly isOnStartPage?: boolean | undefined;
  /** Request for a key whose result is also shown after the first record. Default: one of its own. */
  readonly newKey?: ReturnType<typeof useNewKey> | undefined;
}) {
  const projectId = useProjectId() ?? "";
  const t = useFirstRecordText();
  const ownKey = useNewKey();
  return (
    <EmptyState title={t(resource)}>
      <div className={styles.how}>
        <RecordCode resource={resource} newKey={newKey ?? ownKey} />
        <Waiting resource={resource} />
        {!isOnStartPage && (
          <p>
            <Link to="/projects/$projectId/start" params={{ projectId }}>
              {t("next")}
            </Link>
          </p>
        )}
      </div>
    </EmptyState>
  );
}

/**
 * Status line of an empty list until the first record arrives. If the project has only records of another kind, links
 * to their list.
 */
function Waiting({ resource }: { readonly resource: LogResource }) {
  const t = useFirstRecordText();
  const projectId = useProjectId() ?? "";
  const { data } = useOperation(firstRecord, {}, { reloadMs, enabled: resource !== "steps" });
  if (data?.steps.edges[0] === undefined)
    return (
      <p role="status" className={styles.waiting}>
        <span className={styles.dot} aria-hidden />
        {t("waiting")}
      </p>
    );
  return (
    <p role="status" className={styles.waiting}>
      {t("elsewhere")}{" "}
      <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "steps" }}>
        {t("allSteps")}
      </Link>
    </p>
  );
}
