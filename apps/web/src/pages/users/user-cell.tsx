import { useSearch } from "@tanstack/react-router";
import type { UserListQuery } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { isScoreColumn, scoreNameIn } from "../logs/score-columns.ts";
import { useUsersText } from "./messages.ts";
import type { UserColumn } from "./user-columns.ts";
import { ErrorRate, ThreadsLink, UserErrors } from "./user-errors.tsx";
import type { UserPeriod } from "./user-search.ts";
import { UserScore } from "./user-score.tsx";
import styles from "./users-page.module.css";

type User = UserListQuery["participants"]["edges"][number]["node"];

/** Table cell of one column in the row of the user `users[index]`. */
export function UserCell({
  column,
  users,
  index,
  maxCost,
  period,
}: {
  readonly column: UserColumn;
  readonly users: readonly User[];
  readonly index: number;
  /** Highest cost of the list, to which the bars are scaled. */
  readonly maxCost: number;
  readonly period: UserPeriod;
}) {
  const t = useUsersText();
  const formats = useFormats();
  const { range, from, to } = useSearch({ from: "/projects/$projectId/users" });
  const times = { range, from, to };
  const user = users[index];
  if (!user) return null;
  if (isScoreColumn(column)) {
    const name = scoreNameIn(column);
    return (
      <td data-number data-label={visibleString(name)}>
        <UserScore ids={users.map(({ id }) => id)} index={index} name={name} period={period} />
      </td>
    );
  }
  const time = (at: string | null) => (
    <td data-time data-label={t(column)} title={formats.dateTime(at)}>
      {formats.relativeTime(at)}
    </td>
  );
  switch (column) {
    case "lastEngaged":
      return time(user.lastEngaged);
    case "firstEngaged":
      return time(user.firstEngaged);
    case "threads":
      return (
        <td data-number data-label={t("threads")}>
          {(user.threadCount ?? 0) > 0 ? (
            <ThreadsLink identifier={user.identifier} times={times}>
              {formats.number(user.threadCount)}
            </ThreadsLink>
          ) : (
            formats.number(user.threadCount)
          )}
        </td>
      );
    case "errors":
      return (
        <td data-number data-label={t("errorsShort")}>
          <UserErrors user={user} times={times} />
        </td>
      );
    case "errorRate":
      return (
        <td data-number data-label={t("errorRate")} className={styles.wide}>
          <ErrorRate user={user} />
        </td>
      );
    case "tokens":
      return (
        <td data-number data-label={t("tokens")} title={formats.number(user.tokenCount)}>
          {formats.compact(user.tokenCount)}
        </td>
      );
    case "cost":
      return (
        <td data-number data-label={t("cost")} className={styles.measured}>
          {formats.cost(user.cost)}
          <span className={styles.bar} style={{ width: `${((user.cost ?? 0) / maxCost) * 100}%` }} />
        </td>
      );
  }
}
