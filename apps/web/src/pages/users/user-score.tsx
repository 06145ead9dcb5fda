import { useOperation } from "../../api/use-request.ts";
import { userScores } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import { InlineError } from "../../ui/page-state.tsx";
import { useUsersText } from "./messages.ts";
import type { UserPeriod } from "./user-search.ts";
import { pageOfUsers } from "./page-of-users.ts";

/**
 * Interval between reloads in milliseconds. Averages are not reloaded when records change, because computing an average
 * reads up to 10,000 scores.
 */
const reloadMs = 60_000;

/**
 * Average of a user's scores with one name. All rows of a list page share one request, and its first row shows the
 * error if it fails.
 */
export function UserScore({
  ids,
  index,
  name,
  period,
}: {
  readonly ids: readonly string[];
  readonly index: number;
  readonly name: string;
  readonly period: UserPeriod;
}) {
  const t = useUsersText();
  const formats = useFormats();
  const page = pageOfUsers(ids, index);
  const { data, error, refetch } = useOperation(
    userScores,
    // The ids are sorted, so that another order of the same users does not request their scores again.
    { filters: [{ field: "id", operator: "in", value: page.toSorted() }], name, ...period },
    { reloadMs, ignoresChanges: true },
  );
  if (error && !data) return ids[index] === page[0] && <InlineError error={error} onRetry={() => void refetch()} />;
  const user = data?.participants.edges.find(({ node }) => node.id === ids[index])?.node;
  const scores = user?.scoreStatistics;
  if (!scores) return data ? formats.number(null) : null;
  return (
    <span title={t("scoreCount", { count: scores.count, formatted: formats.number(scores.count) })}>
      {formats.number(scores.average)}
    </span>
  );
}
