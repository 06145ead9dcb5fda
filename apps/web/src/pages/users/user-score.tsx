import { useOperation } from "../../api/use-request.ts";
import { userScores } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import { useUsersText } from "./messages.ts";
import { pageOfUsers } from "./page-of-users.ts";

/** Average of a user's scores with one name. All rows of a list page share one request. */
export function UserScore({
  ids,
  index,
  name,
}: {
  readonly ids: readonly string[];
  readonly index: number;
  readonly name: string;
}) {
  const t = useUsersText();
  const formats = useFormats();
  const page = pageOfUsers(ids, index);
  const { data } = useOperation(userScores, { filters: [{ field: "id", operator: "in", value: page }], name });
  const user = data?.participants.edges.find(({ node }) => node.id === ids[index])?.node;
  const scores = user?.scoreStatistics;
  if (!scores) return data ? formats.number(null) : null;
  return (
    <span title={t("scoreCount", { count: scores.count, formatted: formats.number(scores.count) })}>
      {formats.number(scores.average)}
    </span>
  );
}
