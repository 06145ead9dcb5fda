import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { userErrors } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import { type Condition, hasError } from "../logs/filters/condition.ts";
import { pageOfUsers } from "./page-of-users.ts";
import styles from "./users-page.module.css";

/**
 * Number and percentage of a user's threads with errors, with a link to these threads. Requests the numbers of all
 * users on the same page of the list, so that these users share one request.
 */
export function UserErrors({
  identifiers,
  index,
  threadCount,
}: {
  readonly identifiers: readonly string[];
  readonly index: number;
  readonly threadCount: number;
}) {
  const formats = useFormats();
  const page = pageOfUsers(identifiers, index);
  const { data } = useOperation(userErrors, {
    filters: [{ field: "participantIdentifiers", operator: "in", value: page }, { ...hasError }],
  });
  const identifier = identifiers[index] ?? "";
  const count = data?.facets.facets[0]?.values.find(({ value }) => value === identifier)?.count ?? 0;
  if (!data || count === 0) return formats.number(data && 0);
  return (
    <span>
      {threadCount >= count && <span className={styles.rate}>{formats.percent(count / threadCount)} </span>}
      <ThreadsLink identifier={identifier} filters={[hasError]}>
        {formats.number(count)}
      </ThreadsLink>
    </span>
  );
}

export function ThreadsLink({
  identifier,
  filters = [],
  children,
}: {
  readonly identifier: string;
  readonly filters?: readonly Condition[] | undefined;
  readonly children: ReactNode;
}) {
  const projectId = useProjectId() ?? "";
  return (
    <Link
      to="/projects/$projectId/logs/$resource"
      params={{ projectId, resource: "threads" }}
      search={{ filters: [{ field: "participantIdentifiers", operator: "in", value: [identifier] }, ...filters] }}
      preload={false}
    >
      {children}
    </Link>
  );
}
