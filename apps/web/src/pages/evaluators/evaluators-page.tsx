import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { evaluatorList, type EvaluatorListQuery } from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { UnmeasuredBadge } from "./agreement/measured-badge.tsx";
import { DriftBadge } from "./drift-note.tsx";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { ResultChip } from "./result-chip.tsx";
import { ScoreTrend, useScoreTrends } from "./score-trend.tsx";
import { useDriftingVersions } from "./use-drift.ts";

type Evaluators = EvaluatorListQuery["evaluators"];

const route = { from: "/projects/$projectId/evaluators" } as const;

export function EvaluatorsPage() {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams(route);
  const { archived = false } = useSearch(route);
  const navigate = useNavigate(route);
  const { data, error, refetch } = useOperation(evaluatorList, { includesArchived: archived });
  const addLink = mayWrite && (
    <Link className={buttonClass({ look: "primary" })} to="/projects/$projectId/evaluators/new" params={{ projectId }}>
      <Plus size={16} aria-hidden />
      {t("add")}
    </Link>
  );
  return (
    <Page
      title={t("title")}
      note={data && formats.number(data.evaluators.length)}
      actions={
        data && (
          <>
            <Button
              isPressed={archived}
              onClick={() => void navigate({ search: archived ? {} : { archived: true }, replace: true })}
            >
              {t("showArchived")}
            </Button>
            {data.evaluators.length > 0 && addLink}
          </>
        )
      }
    >
      <RecordList
        records={data?.evaluators}
        error={error}
        onRetry={() => void refetch()}
        empty={t("empty")}
        about={t("about")}
        first={addLink && <p>{addLink}</p>}
      >
        {(evaluators) => <EvaluatorTable evaluators={evaluators} />}
      </RecordList>
    </Page>
  );
}

function EvaluatorTable({ evaluators }: { readonly evaluators: Evaluators }) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const { projectId } = useParams(route);
  const trends = useScoreTrends(
    "evaluatorVersionId",
    evaluators.map(({ latestVersion }) => latestVersion.id),
  );
  const inUse = evaluators.filter(({ archivedAt }) => archivedAt === null);
  const drifting = useDriftingVersions(inUse.map(({ latestVersion }) => latestVersion.id));
  const columns = [
    { key: "name", label: t("name") },
    { key: "kind", label: t("kind") },
    { key: "score", label: t("score") },
    { key: "target", label: t("target") },
    { key: "version", label: t("version"), isNumber: true },
    { key: "results", label: t("lastResults") },
    { key: "average", label: t("average") },
    { key: "changed", label: t("changed") },
  ];
  return (
    <Table label={t("title")} columns={columns} isStacked>
      {evaluators.map(({ id, name, description, archivedAt, latestVersion, recentScores, updatedAt }) => (
        <tr key={id}>
          <td data-label={t("name")}>
            <Link
              data-row="open"
              to="/projects/$projectId/evaluators/$evaluatorId"
              params={{ projectId, evaluatorId: id }}
            >
              <VisibleText text={name} />
            </Link>{" "}
            {archivedAt !== null && <Badge>{t("archived")}</Badge>}{" "}
            <UnmeasuredBadge measured={latestVersion.measured} /> {drifting.has(latestVersion.id) && <DriftBadge />}
            <RowAbout text={description} />
          </td>
          <td data-short data-label={t("kind")}>
            {t(latestVersion.kind)}
          </td>
          <td data-short data-label={t("score")}>
            <VisibleText text={latestVersion.scoreName} />
          </td>
          <td data-short data-label={t("target")}>
            {t(latestVersion.target)}
          </td>
          <td data-label={t("version")} data-number>
            {formats.number(latestVersion.number)}
          </td>
          <td data-label={t("lastResults")}>
            <span className={styles.values}>
              {recentScores.length === 0 && "–"}
              {recentScores.map((score) => (
                <ResultChip key={score.id} score={score} />
              ))}
            </span>
          </td>
          <td data-short data-label={t("average")}>
            <ScoreTrend name={latestVersion.scoreName} line={trends.get(latestVersion.id)} />
          </td>
          <td data-label={t("changed")} data-time title={formats.dateTime(updatedAt)}>
            {formats.relativeTime(updatedAt)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
