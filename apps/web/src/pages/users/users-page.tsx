import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useLive } from "../../api/use-live.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { userList } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import { Code } from "../../ui/code.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { type ColumnSort, Table } from "../../ui/table.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { ThreadsLink, UserErrors } from "./user-errors.tsx";
import { useUsersText } from "./messages.ts";
import { readUserSearch, type UserOrder } from "./user-search.ts";
import styles from "./users-page.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";

const firstUser = `const thread = client.thread({ name: "Chat", participantId: "ada@example.com" });
await thread.upsert();`;

export function UsersPage() {
  const t = useUsersText();
  useLive("USER", "THREAD");
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/users" });
  const { search = "", order = "lastEngaged", ascending } = useSearch({ from: "/projects/$projectId/users" });
  const navigate = useNavigate({ from: "/projects/$projectId/users" });
  const settled = useDebounced(search);
  const list = usePages({
    isTyping: search !== settled,
    operation: userList,
    variables: (after) => ({
      after,
      column: order,
      direction: ascending ? ("ASC" as const) : ("DESC" as const),
      filters: settled === "" ? [] : [{ field: "identifier", operator: "ilike" as const, value: settled }],
    }),
    read: ({ participants }) => connectionPage(participants),
  });
  const { nodes, totalCount } = list;
  const orderBy = (column: UserOrder, isAscending: boolean): void =>
    void navigate({
      search: (old) => readUserSearch({ ...old, order: column, ascending: isAscending || undefined }),
      replace: true,
    });
  const sortBy = (column: UserOrder): ColumnSort => ({
    direction: column === order ? (ascending ? "ascending" : "descending") : null,
    onSort: () => orderBy(column, column === order && !ascending),
  });
  const maxCost = Math.max(...(nodes ?? []).map(({ cost }) => cost ?? 0), Number.MIN_VALUE);
  const isEmpty = nodes?.length === 0 && !list.isStale;

  return (
    <Page title={t("title")} note={nodes && formats.number(totalCount)}>
      {!(isEmpty && search === "") && (
        <div className={styles.tools}>
          <SearchField
            label={t("search")}
            value={search}
            onChange={(text) =>
              void navigate({ search: (old) => readUserSearch({ ...old, search: text }), replace: true })
            }
          />
          <SelectField
            label={t("order")}
            hideLabel
            value={order}
            onChange={(value) => orderBy(readUserSearch({ order: value }).order ?? "lastEngaged", false)}
            options={[
              { value: "lastEngaged", label: t("orderEngaged") },
              { value: "createdAt", label: t("orderCreated") },
              { value: "threadCount", label: t("orderThreads") },
              { value: "tokenCount", label: t("orderTokens") },
              { value: "cost", label: t("orderCost") },
            ]}
          />
        </div>
      )}
      <ListFrame
        list={list}
        empty={
          settled === "" ? (
            <EmptyState title={t("empty")}>
              <p>{t("emptyHow")}</p>
              <Code text={firstUser} />
            </EmptyState>
          ) : (
            <EmptyState drawing="search" title={t("nothingFound", { search: settled })} />
          )
        }
      >
        <Table
          label={t("title")}
          isStacked
          columns={[
            { key: "identifier", label: t("identifier") },
            { key: "lastEngaged", label: t("lastEngaged"), sort: sortBy("lastEngaged") },
            { key: "threads", label: t("threads"), isNumber: true, sort: sortBy("threadCount") },
            { key: "errors", label: t("errors"), isNumber: true },
            { key: "tokens", label: t("tokens"), isNumber: true, sort: sortBy("tokenCount") },
            { key: "cost", label: t("cost"), isNumber: true, sort: sortBy("cost") },
            { key: "created", label: t("created"), sort: sortBy("createdAt") },
          ]}
        >
          {nodes?.map((user, index) => (
            <tr key={user.id}>
              <td data-label={t("identifier")}>
                <Link data-row="open" to="/projects/$projectId/users/$userId" params={{ projectId, userId: user.id }}>
                  <VisibleText text={user.identifier} />
                </Link>
              </td>
              <td data-time data-label={t("lastEngaged")} title={formats.dateTime(user.lastEngaged)}>
                {formats.relativeTime(user.lastEngaged)}
              </td>
              <td data-number data-label={t("threads")}>
                {(user.threadCount ?? 0) > 0 ? (
                  <ThreadsLink identifier={user.identifier}>{formats.number(user.threadCount)}</ThreadsLink>
                ) : (
                  formats.number(user.threadCount)
                )}
              </td>
              <td data-number data-label={t("errors")}>
                <UserErrors
                  identifiers={nodes.map(({ identifier }) => identifier)}
                  index={index}
                  threadCount={user.threadCount ?? 0}
                />
              </td>
              <td data-number data-label={t("tokens")} title={formats.number(user.tokenCount)}>
                {formats.compact(user.tokenCount)}
              </td>
              <td data-number data-label={t("cost")} className={styles.measured}>
                {formats.cost(user.cost)}
                <span className={styles.bar} style={{ width: `${((user.cost ?? 0) / maxCost) * 100}%` }} />
              </td>
              <td data-time data-label={t("created")} title={formats.dateTime(user.createdAt)}>
                {formats.relativeTime(user.createdAt)}
              </td>
            </tr>
          ))}
        </Table>
      </ListFrame>
    </Page>
  );
}
