import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectId } from "../../api/project-id.ts";
import type { UserListQuery } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import { type Condition, hasError } from "../logs/filters/condition.ts";
import type { LogSearch } from "../logs/log-search.ts";
import styles from "./users-page.module.css";

type User = UserListQuery["participants"]["edges"][number]["node"];

/** Number of a user's threads with errors, with a link to these threads. */
export function UserErrors({
  user,
  times,
}: {
  readonly user: User;
  readonly times: Pick<LogSearch, "range" | "from" | "to">;
}) {
  const formats = useFormats();
  const { identifier, errorThreadCount } = user;
  const count = errorThreadCount ?? 0;
  if (count === 0) return formats.number(0);
  return (
    <ThreadsLink identifier={identifier} filters={[hasError]} times={times}>
      {formats.number(count)}
    </ThreadsLink>
  );
}

/** Percentage of a user's threads with errors. */
export function ErrorRate({ user: { threadCount, errorThreadCount } }: { readonly user: User }) {
  const formats = useFormats();
  const count = errorThreadCount ?? 0;
  if (count === 0) return formats.percent(0);
  return <span className={styles.rate}>{formats.percent(count / Math.max(threadCount ?? 0, count))}</span>;
}

export function ThreadsLink({
  identifier,
  filters = [],
  times,
  children,
}: {
  readonly identifier: string;
  readonly filters?: readonly Condition[] | undefined;
  /** Period of the threads. Default: all threads. */
  readonly times?: Pick<LogSearch, "range" | "from" | "to"> | undefined;
  readonly children: ReactNode;
}) {
  const projectId = useProjectId() ?? "";
  const ofUser = { field: "participantIdentifiers", operator: "in" as const, value: [identifier] };
  return (
    <Link
      to="/projects/$projectId/logs/$resource"
      params={{ projectId, resource: "threads" }}
      search={{ ...times, filters: [ofUser, ...filters] }}
      preload={false}
    >
      {children}
    </Link>
  );
}
