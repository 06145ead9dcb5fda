import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { FlaskConical, Play, Trophy } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import { promoteVersion, promptDetail, removePrompt } from "../../generated/prompts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useRunText } from "../experiments/run/messages.ts";
import { CodePanel } from "./code-panel.tsx";
import { ComparePanel } from "./compare-panel.tsx";
import { liveVersion } from "./live-version.ts";
import { usePromptsText } from "./messages.ts";
import { MetricsPanel } from "./metrics-panel.tsx";
import type { PromptLineage } from "./prompt-lineage.ts";
import { promptTabs } from "./prompt-search.ts";
import styles from "./prompts-page.module.css";
import { hasWholeRollout } from "./rollout-shares.ts";
import { RolloutPanel } from "./rollout-panel.tsx";
import { TemplatePanel } from "./template-panel.tsx";
import { UsesPanel } from "./uses-panel.tsx";
import { useCounts } from "./use-counts.ts";
import { VersionLabels } from "./version-labels.tsx";
import { VersionList } from "./version-list.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

const RunDialog = onDemand(async () => (await import("../experiments/run/run-dialog.tsx")).RunDialog);

/** Number of a prompt's generations in applications. */
function Uses({ lineage }: { readonly lineage: PromptLineage }) {
  const t = usePromptsText();
  const formats = useFormats();
  const count = useCounts([lineage]).get(lineage.name);
  if (!count) return null;
  const { recordCount, isEstimate } = count;
  return (
    <span title={t("notCounted")}>
      {isEstimate && "≈ "}
      {t("usesCount", { count: recordCount, formatted: formats.number(recordCount) })}
    </span>
  );
}

export function PromptPage() {
  const t = usePromptsText();
  useLive("PROMPT");
  const mayWrite = usePermission("write");
  const { projectId, name } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const navigate = useNavigate();
  const [isRemoving, setIsRemoving] = useState(false);
  const { data, error, refetch } = useOperation(promptDetail, { name });
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const lineage = data.promptLineage;
  if (!lineage) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/prompts" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }

  return (
    <Page
      title={lineage.name}
      note={<Uses lineage={lineage} />}
      back={
        <Link to="/projects/$projectId/prompts" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        mayWrite && (
          <>
            <Link
              className={buttonClass({ look: "primary" })}
              to="/projects/$projectId/playground"
              params={{ projectId }}
              search={{ name }}
            >
              {lineage.versionCount === 0 ? t("writeFirst") : t("newVersion")}
            </Link>
            <MoreMenu>
              <MenuItem isDanger onSelect={() => setIsRemoving(true)}>
                {t("remove")}
              </MenuItem>
            </MoreMenu>
          </>
        )
      }
    >
      {lineage.description && (
        <p className={styles.muted}>
          <VisibleText text={lineage.description} />
        </p>
      )}
      {lineage.versionCount === 0 ? <EmptyState title={t("noVersions")} /> : <Versions lineage={lineage} />}
      <RemoveDialog
        id={isRemoving ? lineage.id : null}
        operation={removePrompt}
        title={t("removeTitle", { name: lineage.name })}
        action={t("remove")}
        isLeaving
        onClose={() => setIsRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects/$projectId/prompts", params: { projectId } })}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

function Versions({ lineage }: { readonly lineage: PromptLineage }) {
  const t = usePromptsText();
  const mayWrite = usePermission("write");
  const { projectId, name } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const search = useSearch({ from: "/projects/$projectId/prompts/$name" });
  const navigate = useNavigate({ from: "/projects/$projectId/prompts/$name" });
  const run = useRunText();
  const [isStarting, setIsStarting] = useState(false);
  const [isPromoting, setIsPromoting] = useState(false);
  const promote = useChange(promoteVersion);
  const version = search.version ?? lineage.championVersion ?? lineage.latestVersion ?? 0;
  const panels = {
    template: <TemplatePanel name={name} version={version} />,
    compare: <ComparePanel lineage={lineage} version={version} />,
    metrics: <MetricsPanel lineage={lineage} />,
    usage: <UsesPanel name={name} version={version} />,
    // A changed rollout changes the key, which resets the form.
    rollout: <RolloutPanel key={JSON.stringify(lineage.rollouts)} lineage={lineage} />,
    code: <CodePanel lineage={lineage} version={version} />,
  };
  const tab = search.tab ?? "template";

  return (
    <div className={styles.columns}>
      <VersionList lineage={lineage} current={version} />
      <div className={styles.main}>
        <div className={styles.actions}>
          <h2>{t("version", { version })}</h2>
          <Link
            className={buttonClass({ size: "small" })}
            to="/projects/$projectId/playground"
            params={{ projectId }}
            search={{ name, version }}
          >
            <FlaskConical size={14} aria-hidden />
            {t("openPlayground")}
          </Link>
          {mayWrite && (
            <Button size="small" onClick={() => setIsStarting(true)}>
              <Play size={14} aria-hidden />
              {run("run")}
            </Button>
          )}
          {mayWrite &&
            !(version === (lineage.championVersion ?? version) && hasWholeRollout(lineage.rollouts, version)) && (
              <Button size="small" onClick={() => setIsPromoting(true)}>
                <Trophy size={14} aria-hidden />
                {t("promote")}
              </Button>
            )}
        </div>
        <VersionLabels key={version} lineage={lineage} version={version} />
        <Tabs
          value={tab}
          onChange={(next) =>
            void navigate({
              search: ({ tab: _tab, ...rest }) => (next === "template" ? rest : { ...rest, tab: next }),
              replace: true,
            })
          }
          tabs={promptTabs.map((key) => ({
            name: key,
            label: t(key),
            content: tab === key && <div className={styles.panel}>{panels[key]}</div>,
          }))}
        />
      </div>
      {isStarting && (
        <RunDialog
          start={{ prompt: { name, versions: [liveVersion(lineage) ?? version, version] } }}
          onClose={() => setIsStarting(false)}
        />
      )}
      <ConfirmDialog
        title={t("promoteTitle", { version })}
        action={t("promote")}
        isOpen={isPromoting}
        isHarmless
        isBusy={promote.isPending}
        error={promote.error}
        onClose={() => setIsPromoting(false)}
        onConfirm={() => promote.mutate({ lineageId: lineage.id, version }, { onSuccess: () => setIsPromoting(false) })}
      >
        <p>{t("promoteAbout")}</p>
      </ConfirmDialog>
    </div>
  );
}
