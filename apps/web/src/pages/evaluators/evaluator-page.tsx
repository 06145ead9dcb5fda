import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import {
  changeEvaluator,
  evaluatorDetail,
  type EvaluatorDetailQuery,
  removeEvaluator,
} from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { UnmeasuredBadge } from "./agreement/measured-badge.tsx";
import { ComparePanel } from "./compare-panel.tsx";
import { DefinitionPanel } from "./definition-panel.tsx";
import { DriftNote } from "./drift-note.tsx";
import { EvaluatorDialog } from "./evaluator-dialog.tsx";
import { EvaluatorRules } from "./evaluator-rules.tsx";
import { evaluatorTabs } from "./evaluator-search.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { ScoreTrend, useScoreTrends } from "./score-trend.tsx";
import type { EvaluatedRecord } from "./use-evaluated-record.ts";

const VersionResults = onDemand(async () => (await import("./version-results.tsx")).VersionResults);
const AgreementPanel = onDemand(async () => (await import("./agreement/agreement-panel.tsx")).AgreementPanel);
const RecordPanel = onDemand(async () => (await import("./agreement/record-panel.tsx")).RecordPanel);

type Evaluator = NonNullable<EvaluatorDetailQuery["evaluator"]>;

const route = { from: "/projects/$projectId/evaluators/$evaluatorId" } as const;

export function EvaluatorPage() {
  const t = useEvaluatorsText();
  const mayWrite = usePermission("write");
  const navigate = useNavigate();
  const { projectId, evaluatorId } = useParams(route);
  const { data, error, refetch } = useOperation(evaluatorDetail, { id: evaluatorId });
  const [isEdited, setIsEdited] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [opened, setOpened] = useState<EvaluatedRecord | null>(null);
  const change = useChange(changeEvaluator);
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const { evaluator } = data;
  if (!evaluator) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/evaluators" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  const { id, name, description, archivedAt } = evaluator;
  const [newest] = evaluator.versions;
  const setArchived = (isArchived: boolean): void =>
    change.mutate({ id, evaluator: { name, description, isArchived } });
  return (
    <Page
      title={name}
      note={archivedAt !== null && <Badge>{t("archived")}</Badge>}
      panel={
        opened && <RecordPanel key={opened.id} projectId={projectId} record={opened} onClose={() => setOpened(null)} />
      }
      back={
        <Link to="/projects/$projectId/evaluators" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        mayWrite && (
          <>
            {newest && isForRecords(newest) && archivedAt === null && (
              <Link
                className={buttonClass({})}
                to="/projects/$projectId/evaluation-rules/new"
                params={{ projectId }}
                search={{ evaluator: newest.id }}
              >
                <Plus size={16} aria-hidden />
                {t("newRule")}
              </Link>
            )}
            <MoreMenu>
              <MenuItem onSelect={() => setIsEdited(true)}>{t("edit")}</MenuItem>
              <MenuItem onSelect={() => setArchived(archivedAt === null)}>
                {archivedAt === null ? t("archive") : t("restore")}
              </MenuItem>
              <MenuItem isDanger onSelect={() => setIsRemoving(true)}>
                {t("remove")}
              </MenuItem>
            </MoreMenu>
          </>
        )
      }
    >
      {description && (
        <p className={styles.muted}>
          <VisibleText text={description} />
        </p>
      )}
      {newest && <Overview version={newest} />}
      {evaluator.versions.some(isForRecords) && <EvaluatorRules evaluatorId={id} />}
      <Versions key={id} evaluator={evaluator} onOpen={setOpened} onOutdated={() => void refetch()} />
      {isEdited && <EvaluatorDialog evaluator={evaluator} onClose={() => setIsEdited(false)} />}
      <RemoveDialog
        id={isRemoving ? id : null}
        operation={removeEvaluator}
        title={t("removeTitle", { name })}
        action={t("remove")}
        isLeaving
        onClose={() => setIsRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects/$projectId/evaluators", params: { projectId } })}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

/** Kind, target, model and recent scores of the newest version. */
function Overview({
  version: { id, kind, target, scoreName, judge },
}: {
  readonly version: Evaluator["versions"][number];
}) {
  const t = useEvaluatorsText();
  const trends = useScoreTrends("evaluatorVersionId", [id]);
  return (
    <section aria-label={t("evaluatorState")}>
      <Facts
        facts={[
          { label: t("kind"), value: t(kind) },
          { label: t("target"), value: t(target) },
          { label: t("score"), value: scoreName },
          ...(judge ? [{ label: t("model"), value: judge.model }] : []),
          { label: t("average"), value: <ScoreTrend name={scoreName} line={trends.get(id)} /> },
        ]}
      />
    </section>
  );
}

/**
 * Whether evaluation rules can use a version. Evaluation rules score steps, runs and threads, but no experiment items.
 */
function isForRecords({ target }: Evaluator["versions"][number]): boolean {
  return target !== "EXPERIMENT_ITEM";
}

function Versions({
  evaluator: { id, name, versions },
  onOpen,
  onOutdated,
}: {
  readonly evaluator: Evaluator;
  readonly onOpen: (record: EvaluatedRecord) => void;
  readonly onOutdated: () => void;
}) {
  const t = useEvaluatorsText();
  const search = useSearch(route);
  const navigate = useNavigate(route);
  const [newest] = versions;
  // When another user adds a version, the page keeps showing the earlier one, so that the changes in its form are not
  // lost.
  const [shownId, setShownId] = useState(newest?.id);
  const version =
    versions.find(({ number }) => number === search.version) ?? versions.find((each) => each.id === shownId) ?? newest;
  if (!version || !newest) return <EmptyState title={t("missing")} />;
  // One version can be compared with no other.
  const tabs = evaluatorTabs.filter((key) => key !== "compare" || versions.length > 1);
  const tab = tabs.find((key) => key === search.tab) ?? "definition";
  const panels = {
    definition: (
      <DefinitionPanel
        key={version.id}
        evaluatorId={id}
        version={version}
        newest={newest}
        onSaved={setShownId}
        onOutdated={onOutdated}
      />
    ),
    compare: <ComparePanel versions={versions} version={version} from={search.from} />,
    results: <VersionResults key={version.id} name={name} version={version} />,
    agreement: <AgreementPanel key={version.id} version={version} onOpen={onOpen} />,
  };
  return (
    <div className={styles.columns}>
      <VersionList versions={versions} current={version.number} />
      <div className={styles.main}>
        <div className={styles.actions}>
          <h2>{t("versionOf", { number: version.number })}</h2>
          <UnmeasuredBadge measured={version.measured} />
        </div>
        <DriftNote key={version.id} versionId={version.id} />
        <Tabs
          value={tab}
          onChange={(next) =>
            void navigate({
              search: ({ tab: _tab, ...rest }) => (next === "definition" ? rest : { ...rest, tab: next }),
              replace: true,
            })
          }
          tabs={tabs.map((key) => ({
            name: key,
            label: t(key),
            content: tab === key && <div className={styles.panel}>{panels[key]}</div>,
          }))}
        />
      </div>
    </div>
  );
}

function VersionList({ versions, current }: { readonly versions: Evaluator["versions"]; readonly current: number }) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const search = useSearch(route);
  const { projectId, evaluatorId } = useParams(route);
  return (
    <nav aria-label={t("versions")}>
      <ul className={styles.versions}>
        {versions.map(({ id, number, description, createdAt }, index) => (
          <li key={id}>
            <Link
              className={styles.version}
              to="/projects/$projectId/evaluators/$evaluatorId"
              params={{ projectId, evaluatorId }}
              search={{ ...search, version: number }}
              aria-current={number === current ? "true" : undefined}
              activeProps={{ "aria-current": number === current ? "true" : undefined }}
            >
              <span>
                <strong>{t("versionShort", { number })}</strong> {index === 0 && t("latest")}
              </span>
              <span className={styles.versionDesc} title={formats.dateTime(createdAt)}>
                {formats.relativeTime(createdAt)}
                {description && <VisibleText text={` · ${description}`} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
