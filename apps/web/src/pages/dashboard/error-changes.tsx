import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useEach } from "../../api/use-each.ts";
import { useProjectId } from "../../api/project-id.ts";
import { newestErrors, type NewestErrorsQuery } from "../../generated/dashboards.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { newestFirst } from "../dashboards/newest-first.ts";
import { type ComparedError, compareErrors, conditionsOf } from "../dashboards/rank-errors.ts";
import { hasError } from "../logs/filters/condition.ts";
import { isRootRun } from "../logs/log-search.ts";
import { useBeforeAfterText } from "./before-after-messages.ts";
import styles from "./before-after.module.css";
import type { Pair, Sides } from "./compared-sides.ts";
import { recordConditions, type RunFilter } from "./run-conditions.ts";

const pageSize = 100;
const shownErrors = 6;

/**
 * Error messages of two periods, new ones first. Each count opens its records. If a period has no runs, no error is
 * called new or gone.
 */
export function ErrorChanges({
  sides,
  filter,
  runs,
}: {
  readonly sides: Sides;
  readonly filter: RunFilter;
  /** Number of runs in each period. */
  readonly runs: Pair<number>;
}) {
  const t = useBeforeAfterText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  // The name of an agent is the name of its root runs. The steps inside them have other names, so only the runs are
  // read.
  const filters = [
    ...recordConditions(filter),
    ...(filter.agent === undefined ? [] : [isRootRun, { field: "type", operator: "eq" as const, value: "run" }]),
  ];
  const times = sides.map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }));
  const { data, error, refetch } = useEach(
    newestErrors,
    times.map(({ from, to }) => ({
      first: pageSize,
      orderBy: newestFirst,
      filters: [
        ...filters,
        hasError,
        { field: "createdAt", operator: "gte" as const, value: from },
        { field: "createdAt", operator: "lt" as const, value: to },
      ],
    })),
  );
  const [before, after] = data;
  const compared = useMemo(
    () => before && after && compareErrors(messagesOf(before), messagesOf(after)),
    [before, after],
  );
  const isEmpty = [
    runs[0] === 0 && compared?.every((each) => each.before === 0),
    runs[1] === 0 && compared?.every((each) => each.after === 0),
  ];
  const isComparable = runs.every((count) => count !== undefined) && !isEmpty.includes(true);
  const isCut = data.map((each) => each?.steps.pageInfo.hasNextPage === true);
  const linkTo = (side: 0 | 1, found: ComparedError, count: number) =>
    count === 0 ? (
      // If not all errors of the period were read, this error may be among the others, so its count is unknown.
      formats.number(isCut[side] ? null : count)
    ) : (
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "steps" }}
        search={{ filters: [...filters, ...conditionsOf(found, compared ?? [])], ...times[side] }}
        preload={false}
      >
        {formats.number(count)}
      </Link>
    );
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!compared) return <LoadingState shape="text" />;
  if (compared.length === 0) return <p className={styles.unclear}>{t("noErrors")}</p>;
  return (
    <>
      <Table
        label={t("errors")}
        columns={[
          { key: "error", label: t("error") },
          { key: "before", label: t("before"), isNumber: true },
          { key: "after", label: t("after"), isNumber: true },
        ]}
      >
        {compared.slice(0, shownErrors).map((each) => (
          <tr key={each.message}>
            <td className={styles.error} title={visibleString(each.message)}>
              <span className={styles.message}>
                <VisibleText text={each.message} />
              </span>{" "}
              {isComparable && each.before === 0 && !isCut[0] && <Badge tone="danger">{t("newError")}</Badge>}
              {isComparable && each.after === 0 && !isCut[1] && <Badge tone="success">{t("goneError")}</Badge>}
            </td>
            <td data-number>{linkTo(0, each, each.before)}</td>
            <td data-number>{linkTo(1, each, each.after)}</td>
          </tr>
        ))}
      </Table>
      {isEmpty[0] && <p className={styles.unclear}>{t("noRunsBefore")}</p>}
      {isEmpty[1] && <p className={styles.unclear}>{t("noRunsAfter")}</p>}
      {isCut.includes(true) && <p className={styles.unclear}>{t("newestErrors", { count: pageSize })}</p>}
    </>
  );
}

function messagesOf({ steps }: NewestErrorsQuery): string[] {
  return steps.edges.flatMap(({ node }) => node.errorLine ?? []);
}
