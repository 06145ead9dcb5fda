import { Link } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { absoluteServiceUrl } from "../../../api/base-path.ts";
import { useProjectId } from "../../../api/project-id.ts";
import { usePermission } from "../../../api/use-permission.ts";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { firstRecord } from "../../../generated/dashboard.ts";
import { makeKey } from "../../../generated/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { EmptyState } from "../../../ui/page-state.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { LogResource } from "../log-resource.ts";
import styles from "./first-record.module.css";
import { useFirstRecordText } from "./messages.ts";
import { type Snippet, snippetsOf } from "./snippets.ts";

/** Interval between checks for records in other lists, in milliseconds. The shown list has live updates instead. */
const reloadMs = 5_000;

/** Shown instead of an empty list. Explains how to send the project's first record. */
export function FirstRecord({
  resource,
  isOnStartPage = false,
}: {
  readonly resource: LogResource;
  /**
   * Whether this is shown on the start page. If not, it has a link to the start page, for the steps after the first
   * record.
   */
  readonly isOnStartPage?: boolean | undefined;
}) {
  const projectId = useProjectId() ?? "";
  const t = useFirstRecordText();
  const [chosen, setChosen] = useState<Snippet["name"]>("sdk");
  const url = absoluteServiceUrl();
  const mayMakeKeys = usePermission("admin");
  const make = useRequest(makeKey);
  const apiKey = make.data?.createApiKey.secret ?? null;
  const snippets = snippetsOf(resource, { url, apiKey });
  const shown = snippets.some(({ name }) => name === chosen) ? chosen : "sdk";
  return (
    <EmptyState title={t(resource)}>
      <div className={styles.how}>
        {apiKey === null ? (
          <div className={styles.key}>
            <p>{t("how")}</p>
            {mayMakeKeys && (
              <Button
                look="primary"
                disabled={make.isPending}
                onClick={() => make.mutate({ name: t("keyName"), scopes: ["ingest", "read"] })}
              >
                <KeyRound size={16} aria-hidden />
                {t("createKey")}
              </Button>
            )}
          </div>
        ) : (
          <div role="status" className={styles.key}>
            <p>{t("howWithKey")}</p>
            <span className={styles.secret}>
              {t("key")} <code>{apiKey}</code> <CopyButton text={apiKey} />
            </span>
          </div>
        )}
        <DialogError error={make.error} />
        <Tabs
          value={shown}
          onChange={setChosen}
          tabs={snippets.map(({ name, title, code }) => ({ name, label: title, content: <Code text={code} /> }))}
        />
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
