import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { type UserDetailQuery, userDetail, userStatistics, type UserStatisticsQuery } from "../../generated/users.ts";
import { readableJson } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { usePeriod } from "../dashboard/use-period.ts";
import { carryConditions } from "../logs/filters/carry-conditions.ts";
import { type Condition, hasError } from "../logs/filters/condition.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import { DeleteDataDialog } from "./delete-data/delete-data-dialog.tsx";
import { useDeleteDataText } from "./delete-data/messages.ts";
import { useUsersText } from "./messages.ts";
import { UserCharts } from "./user-charts.tsx";
import { UserThreads } from "./user-threads.tsx";
import styles from "./users-page.module.css";

const route = "/projects/$projectId/users/$userId";

type User = NonNullable<UserDetailQuery["participant"]>;

interface DeletedUser {
  readonly id: string;
  readonly identifier: string;
}

export function UserPage() {
  const t = useUsersText();
  // User whose data the dialog deletes. The state is not in `UserDetails`: that component is unmounted as soon as the
  // user is deleted, but the dialog stays open.
  const [deletedUser, setDeletedUser] = useState<DeletedUser | null>(null);
  useLive("USER", "THREAD");
  const { projectId, userId } = useParams({ from: route });
  const { data, error, refetch } = useOperation(userDetail, { id: userId });
  const details = (): React.ReactNode => {
    if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
    if (!data) return <LoadingState shape="page" />;
    if (!data.participant) {
      return (
        <MissingRecord title={t("missing")}>
          <Link to="/projects/$projectId/users" params={{ projectId }}>
            {t("title")}
          </Link>
        </MissingRecord>
      );
    }
    return <UserDetails user={data.participant} onDelete={setDeletedUser} />;
  };
  return (
    <>
      {details()}
      {deletedUser && <DeleteDataDialog user={deletedUser} onClose={() => setDeletedUser(null)} />}
    </>
  );
}

function UserDetails({ user, onDelete }: { readonly user: User; readonly onDelete: (user: DeletedUser) => void }) {
  const t = useUsersText();
  const deletion = useDeleteDataText();
  const mayDelete = usePermission("admin");
  const { projectId } = useParams({ from: route });
  const search = useSearch({ from: route });
  const navigate = useNavigate({ from: route });
  const period = usePeriod(
    search.from === undefined ? { range: "30d", ...search } : search,
    (changed) => void navigate({ search: (old) => ({ ...old, ...changed }), replace: true }),
  );
  const { identifier } = user;
  const condition = useMemo(
    (): Condition => ({ field: "participantIdentifiers", operator: "in", value: [identifier] }),
    [identifier],
  );
  return (
    <Page
      title={identifier}
      back={
        <Link to="/projects/$projectId/users" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        <RangeFields
          search={period.isZoomed ? search : { range: period.range }}
          hasAll={false}
          onChange={({ range, from, to }) => period.change({ range, from, to })}
        />
      }
    >
      <UserFacts user={user} condition={condition} />
      <Metadata value={user.metadata} />
      <UserCharts projectId={projectId} condition={condition} period={period} />
      <UserThreads projectId={projectId} userId={user.id} identifier={identifier} />
      {mayDelete && (
        <section className={styles.section}>
          <h2>{deletion("section")}</h2>
          <p className={styles.muted}>{deletion("sectionAbout")}</p>
          <div>
            <Button look="danger" onClick={() => onDelete({ id: user.id, identifier })}>
              {deletion("action")}
            </Button>
          </div>
        </section>
      )}
    </Page>
  );
}

/** Totals of the user, to which the statistics of the user's threads are added when they have loaded. */
function UserFacts({ user, condition }: { readonly user: User; readonly condition: Condition }) {
  const t = useUsersText();
  const formats = useFormats();
  const { projectId } = useParams({ from: route });
  const { data } = useOperation(userStatistics, { filters: [{ ...condition }] });
  const statistics = data && data.statistics.recordCount > 0 ? data.statistics : null;
  const logLink = (resource: LogResource, search: LogSearch, text: string) => (
    <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource }} search={search} preload={false}>
      {text}
    </Link>
  );
  return (
    <>
      <Facts
        facts={[
          { label: t("lastEngaged"), value: formats.dateTime(user.lastEngaged) },
          { label: t("firstEngaged"), value: formats.dateTime(user.firstEngaged) },
          {
            label: t("threads"),
            value: logLink("threads", { filters: [condition] }, formats.number(user.threadCount)),
          },
          { label: t("tokens"), value: <Tokens total={user.tokenCount} statistics={statistics} /> },
          { label: t("cost"), value: formats.cost(user.cost) },
          ...(statistics
            ? [
                {
                  label: t("errors"),
                  value: logLink("threads", { filters: [condition, hasError] }, formats.number(statistics.errorCount)),
                },
                {
                  label: t("latency"),
                  value: `${formats.duration(statistics.latencyP50)} / ${formats.duration(statistics.latencyP95)}`,
                },
              ]
            : []),
        ]}
      />
      {statistics && statistics.scores.length > 0 && (
        <Facts
          facts={statistics.scores.map(({ name, average, count }) => ({
            label: name,
            value: logLink(
              "scores",
              {
                filters: [
                  ...carryConditions([condition], { from: "threads", to: "scores" }),
                  { field: "name", operator: "eq", value: name },
                ],
              },
              `${formats.number(average)} (${formats.number(count)})`,
            ),
          }))}
        />
      )}
      {statistics?.isEstimate && <p className={styles.muted}>{t("estimate")}</p>}
    </>
  );
}

/** Number of tokens. If the statistics are loaded, the numbers of input and output tokens are shown, too. */
function Tokens({
  total,
  statistics,
}: {
  readonly total: number | null;
  readonly statistics: Pick<UserStatisticsQuery["statistics"], "inputTokenCount" | "outputTokenCount"> | null;
}) {
  const t = useUsersText();
  const formats = useFormats();
  const { inputTokenCount: input = 0, outputTokenCount: output = 0 } = statistics ?? {};
  return (
    <>
      {formats.number(total)}
      {input + output > 0 && (
        <span className={styles.muted}>
          {` (${t("tokensInOut", { input: formats.compact(input), output: formats.compact(output) })})`}
        </span>
      )}
    </>
  );
}

function Metadata({ value }: { readonly value: User["metadata"] }) {
  const t = useUsersText();
  const entries = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
  if (entries?.length === 0) return null;
  const isFlat = entries?.every(([, each]) => typeof each !== "object" || each === null);
  return (
    <section className={styles.metadata} aria-label={t("metadata")}>
      <h2>{t("metadata")}</h2>
      {entries && isFlat ? (
        <Facts
          facts={entries.map(([label, each]) => ({
            label,
            value: typeof each === "string" ? each : JSON.stringify(each),
          }))}
        />
      ) : (
        <pre className={styles.json} tabIndex={0}>
          <VisibleText text={readableJson(value)} />
        </pre>
      )}
    </section>
  );
}
