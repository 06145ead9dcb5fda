import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { connectionPage, usePages, useWholeList } from "../../api/use-pages.ts";
import { promptList } from "../../generated/prompts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { columnSort } from "../../ui/column-sort.ts";
import { SelectField } from "../../ui/field.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { type ColumnSort, RowAbout, Table } from "../../ui/table.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { usePromptsText } from "./messages.ts";
import { PromptFigures, usePromptFigures } from "./prompt-figures.tsx";
import { PromptDialog } from "./prompt-dialog.tsx";
import { sortPrompts, withLabel } from "./prompt-order.ts";
import { type PromptsSearch, readPromptsSearch } from "./prompt-search.ts";
import { scoredGenerations } from "./use-generation-scores.ts";
import { useCounts } from "./use-counts.ts";
import { usualLabels } from "./usual-labels.ts";
import styles from "./prompts-page.module.css";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";

const firstPrompt = `const prompt = await client.api.getOrCreatePrompt("greeting", [
  { role: "system", content: "Greet {{name}} in {{language}}." },
]);
const messages = prompt.formatMessages({ name: "Ada", language: "English" });`;

export function PromptsPage() {
  const t = usePromptsText();
  useLive("PROMPT");
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams({ from: "/projects/$projectId/prompts" });
  const { search = "", label, unlabeled, sort } = useSearch({ from: "/projects/$projectId/prompts" });
  const navigate = useNavigate({ from: "/projects/$projectId/prompts" });
  const settled = useDebounced(search);
  const [isAdding, setIsAdding] = useState(false);
  useNewHash(() => setIsAdding(true));
  const list = usePages({
    isTyping: search !== settled,
    operation: promptList,
    variables: (after) => ({
      after,
      filters: settled === "" ? [] : [{ field: "name", operator: "ilike" as const, value: settled }],
    }),
    read: ({ promptLineages }) => connectionPage(promptLineages),
  });
  const { nodes, totalCount } = list;
  const show = (part: PromptsSearch): void =>
    void navigate({ search: (current) => readPromptsSearch({ ...current, ...part }), replace: true });
  const sortBy = (key: string, isHighestFirst = true): ColumnSort =>
    columnSort({ key, sort, isHighestFirst, onSort: (next) => show({ sort: next }) });
  // The service neither sorts prompts nor filters them by label, so both need all prompts.
  const isFiltered = label !== undefined || unlabeled === true;
  useWholeList(list, isFiltered || sort !== undefined);
  const matching = withLabel(nodes ?? [], { label, unlabeled });
  const used = matching.filter(({ generationCount }) => generationCount > 0);
  const figures = usePromptFigures(used.map(({ name }) => name));
  const counts = useCounts(matching);
  const shown = sortPrompts(matching, sort, { figures, counts });
  const isEmpty = nodes?.length === 0 && !list.isStale;
  // Without any prompts, the empty state contains `addButton`. The page header then does not show it.
  const isUnused = isEmpty && settled === "";
  const known = nodes?.flatMap((prompt) => prompt.labels.map(({ name }) => name)) ?? [];
  const labels = [...new Set([...usualLabels, ...known, ...(label === undefined ? [] : [label])])];
  const addButton = mayWrite && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      <Plus size={16} aria-hidden />
      {t("add")}
    </Button>
  );

  return (
    <Page
      title={t("title")}
      note={nodes && formats.number(isFiltered ? shown.length : totalCount)}
      actions={!isUnused && addButton}
    >
      {!(isEmpty && search === "") && (
        <div className={styles.tools}>
          <SearchField label={t("search")} value={search} onChange={(text) => show({ search: text })} />
          <SelectField
            label={t("labels")}
            hideLabel
            value={unlabeled ? "none" : label === undefined ? "all" : `label ${label}`}
            onChange={(value) =>
              show({
                label: value.startsWith("label ") ? value.slice("label ".length) : undefined,
                unlabeled: value === "none" || undefined,
              })
            }
            options={[
              { value: "all", label: t("anyLabel") },
              { value: "none", label: t("noLabel") },
              ...labels.map((name) => ({ value: `label ${name}`, label: visibleString(name) })),
            ]}
          />
        </div>
      )}
      <ListFrame
        // If no loaded prompt matches, but more prompts can be loaded, the list is shown as loading and not as empty.
        list={{ ...list, nodes: shown.length === 0 && isFiltered && list.hasMore ? undefined : nodes && shown }}
        empty={
          isFiltered && nodes?.length !== 0 ? (
            <EmptyState drawing="search" title={t("noneLabeled")} />
          ) : settled === "" ? (
            <EmptyState title={t("empty")}>
              {addButton && <p>{addButton}</p>}
              <p>{t("emptyHow")}</p>
              <Code text={firstPrompt} />
            </EmptyState>
          ) : (
            <EmptyState drawing="search" title={t("nothingFound", { search: settled })} />
          )
        }
      >
        <p className={styles.muted}>{t("figuresAbout", { number: formats.number(scoredGenerations) })}</p>
        <Table
          label={t("title")}
          isStacked
          columns={[
            { key: "name", label: t("name"), sort: sortBy("name", false) },
            { key: "labels", label: t("labels") },
            { key: "versions", label: t("versions"), isNumber: true, sort: sortBy("versions") },
            { key: "uses", label: t("uses"), isNumber: true, sort: sortBy("uses") },
            { key: "latency", label: t("latency"), isNumber: true, sort: sortBy("latency") },
            { key: "cost", label: t("cost"), isNumber: true, sort: sortBy("cost") },
            { key: "scores", label: t("scores") },
            { key: "lastUsed", label: t("lastUsed"), sort: sortBy("lastUsed") },
            { key: "changed", label: t("changed"), sort: sortBy("changed") },
          ]}
        >
          {shown.map((prompt) => (
            <tr key={prompt.id}>
              <td data-label={t("name")}>
                <Link data-row="open" to="/projects/$projectId/prompts/$name" params={{ projectId, name: prompt.name }}>
                  <VisibleText text={prompt.name} />
                </Link>
                <RowAbout text={prompt.description} />
              </td>
              <td data-label={t("labels")}>
                <span className={styles.scores}>
                  {prompt.championVersion === null && prompt.labels.length === 0 && (
                    <span className={styles.muted}>{t("none")}</span>
                  )}
                  {prompt.championVersion !== null && (
                    <Badge tone="accent">
                      {t("champion")} {t("versionShort", { version: prompt.championVersion })}
                    </Badge>
                  )}
                  {prompt.labels.map(({ name, version }) => (
                    <Badge key={name}>
                      <VisibleText text={name} /> {t("versionShort", { version })}
                    </Badge>
                  ))}
                </span>
              </td>
              <td data-label={t("versions")} data-number>
                {formats.number(prompt.versionCount)}
              </td>
              <td
                data-label={t("uses")}
                data-number
                title={counts.get(prompt.name)?.isEstimate ? t("estimate") : undefined}
              >
                {formats.number(counts.get(prompt.name)?.recordCount)}
                {counts.get(prompt.name)?.isEstimate && " ≈"}
              </td>
              <PromptFigures figures={figures.get(prompt.name)} />
              <td data-label={t("lastUsed")} data-time title={formats.dateTime(prompt.lastUsedAt)}>
                {formats.relativeTime(prompt.lastUsedAt)}
              </td>
              <td data-label={t("changed")} data-time title={formats.dateTime(prompt.changedAt)}>
                {formats.relativeTime(prompt.changedAt)}
              </td>
            </tr>
          ))}
        </Table>
      </ListFrame>
      {isAdding && (
        <PromptDialog
          onClose={() => setIsAdding(false)}
          onCreated={(name) =>
            void navigate({ to: "/projects/$projectId/playground", params: { projectId }, search: { name } })
          }
        />
      )}
    </Page>
  );
}
