import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Columns3 } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { userList } from "../../generated/users.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { Popover } from "../../ui/popover.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { type ColumnSort, RowAbout, Table } from "../../ui/table.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { RangeFields } from "../logs/filters/range-fields.tsx";
import { isScoreColumn, scoreNameIn } from "../logs/score-columns.ts";
import { matchedFields } from "./matched-fields.ts";
import { useUsersText } from "./messages.ts";
import { UserCell } from "./user-cell.tsx";
import { readUserColumns, type UserColumn, userColumns } from "./user-columns.ts";
import { periodOf, readUserSearch, type UserOrder } from "./user-search.ts";
import styles from "./users-page.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";

const firstUser = `const thread = client.thread({ name: "Chat", participantId: "ada@example.com" });
await thread.upsert();`;

const UserColumnChoices = onDemand(async () => (await import("./user-column-choices.tsx")).UserColumnChoices);

const orderOf: Readonly<Partial<Record<UserColumn, UserOrder>>> = {
  lastEngaged: "lastEngaged",
  firstEngaged: "firstEngaged",
  threads: "threadCount",
  errors: "errorThreadCount",
  tokens: "tokenCount",
  cost: "cost",
};

const numbers: ReadonlySet<UserColumn> = new Set(["threads", "errors", "errorRate", "tokens", "cost"]);

export function UsersPage() {
  const t = useUsersText();
  useLive("USER", "THREAD");
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/users" });
  const asked = useSearch({ from: "/projects/$projectId/users" });
  const { search = "", range, from, to, order = "lastEngaged", ascending } = asked;
  const hasPeriod = range !== undefined || from !== undefined || to !== undefined;
  const navigate = useNavigate({ from: "/projects/$projectId/users" });
  const settled = useDebounced(search);
  const [chosen, setChosen] = useStoredState("columns.users", readUserColumns);
  const [now] = useState(Date.now);
  const period = periodOf(asked, now);
  const columns = chosen ?? userColumns;
  const list = usePages({
    isTyping: search !== settled,
    operation: userList,
    variables: (after) => ({
      after,
      column: order,
      direction: ascending ? ("ASC" as const) : ("DESC" as const),
      // The rows show the metadata in which the text was found.
      withMetadata: settled !== "",
      filters: settled === "" ? [] : [{ field: "content", operator: "ilike" as const, value: settled }],
      ...period,
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
    <Page
      title={t("title")}
      note={nodes && t(hasPeriod ? "noteOfPeriod" : "note", { formatted: formats.number(totalCount) })}
    >
      {!(isEmpty && search === "" && !hasPeriod) && (
        <div className={styles.tools}>
          <SearchField
            label={t("search")}
            value={search}
            onChange={(text) =>
              void navigate({ search: (old) => readUserSearch({ ...old, search: text }), replace: true })
            }
          />
          <RangeFields
            search={asked}
            onChange={(changed) =>
              void navigate({ search: (old) => readUserSearch({ ...old, ...changed }), replace: true })
            }
          />
          <SelectField
            label={t("order")}
            hideLabel
            value={order}
            onChange={(value) => orderBy(readUserSearch({ order: value }).order ?? "lastEngaged", false)}
            options={[
              { value: "lastEngaged", label: t("orderEngaged") },
              { value: "firstEngaged", label: t("orderFirst") },
              { value: "threadCount", label: t("orderThreads") },
              { value: "errorThreadCount", label: t("orderErrors") },
              { value: "tokenCount", label: t("orderTokens") },
              { value: "cost", label: t("orderCost") },
            ]}
          />
          <Popover
            title={t("columns")}
            trigger={
              <Button>
                <Columns3 size={14} aria-hidden />
                {t("columns")}
              </Button>
            }
          >
            <UserColumnChoices columns={columns} onChange={setChosen} />
          </Popover>
        </div>
      )}
      <ListFrame
        list={list}
        empty={
          settled === "" && !hasPeriod ? (
            <EmptyState title={t("empty")}>
              <p>{t("emptyHow")}</p>
              <Code text={firstUser} />
            </EmptyState>
          ) : (
            <EmptyState
              drawing="search"
              title={
                settled === ""
                  ? t("noneInPeriod")
                  : t(hasPeriod ? "noneInPeriodFound" : "nothingFound", { search: settled })
              }
            />
          )
        }
      >
        <Table
          label={t("title")}
          isStacked
          columns={[
            { key: "identifier", label: t("identifier") },
            ...columns.map((key) =>
              isScoreColumn(key)
                ? { key, label: scoreNameIn(key), isNumber: true }
                : {
                    key,
                    label: t(key),
                    isNumber: numbers.has(key),
                    sort: orderOf[key] && sortBy(orderOf[key]),
                  },
            ),
          ]}
        >
          {nodes?.map((user, index) => (
            <tr key={user.id}>
              <td data-label={t("identifier")}>
                <Link data-row="open" to="/projects/$projectId/users/$userId" params={{ projectId, userId: user.id }}>
                  <VisibleText text={user.identifier} />
                </Link>
                <RowAbout isOneLine text={matchedFields(user.metadata ?? {}, settled).join(" · ")} />
              </td>
              {columns.map((column) => (
                <UserCell key={column} column={column} users={nodes} index={index} maxCost={maxCost} period={period} />
              ))}
            </tr>
          ))}
        </Table>
      </ListFrame>
    </Page>
  );
}
