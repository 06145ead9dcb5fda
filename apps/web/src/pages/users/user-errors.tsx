import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { userErrors } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import type { Condition } from "../logs/filters/condition.ts";

const hasError: Condition = { field: "error", operator: "nis", value: null };
/** Number of users on a page of the list. */
const pageSize = 50;

/** Number of a user's threads with errors, as a link to them. The rows of one list page share one request. */
export function UserErrors({
  identifiers,
  index,
}: {
  readonly identifiers: readonly string[];
  readonly index: number;
}) {
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const start = index - (index % pageSize);
  const page = identifiers.slice(start, start + pageSize);
  const { data } = useOperation(userErrors, {
    filters: [{ field: "participantIdentifiers", operator: "in", value: page }, { ...hasError }],
  });
  const identifier = identifiers[index] ?? "";
  const count = data?.facets.facets[0]?.values.find(({ value }) => value === identifier)?.count ?? 0;
  if (!data || count === 0) return formats.number(data && 0);
  return (
    <Link
      to="/projects/$projectId/logs/$resource"
      params={{ projectId, resource: "threads" }}
      search={{ filters: [{ field: "participantIdentifiers", operator: "in", value: [identifier] }, hasError] }}
      preload={false}
    >
      {formats.number(count)}
    </Link>
  );
}
