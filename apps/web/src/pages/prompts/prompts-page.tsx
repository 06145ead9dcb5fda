import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { promptList } from "../../generated/prompts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { usePromptsText } from "./messages.ts";
import { PromptFigures, usePromptFigures } from "./prompt-figures.tsx";
import { PromptDialog } from "./prompt-dialog.tsx";
import { scoredGenerations } from "./use-generation-scores.ts";
import styles from "./prompts-page.module.css";
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
  const { search = "" } = useSearch({ from: "/projects/$projectId/prompts" });
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
  const used = nodes?.filter(({ generationCount }) => generationCount > 0) ?? [];
  const figures = usePromptFigures(used.map(({ name }) => name));
  const isEmpty = nodes?.length === 0 && !list.isStale;
  // Without any prompts, the empty state contains `addButton`. The page header then does not show it.
  const isUnused = isEmpty && settled === "";
  const addButton = mayWrite && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      <Plus size={16} aria-hidden />
      {t("add")}
    </Button>
  );

  return (
    <Page title={t("title")} note={nodes && formats.number(totalCount)} actions={!isUnused && addButton}>
      {!(isEmpty && search === "") && (
        <SearchField
          label={t("search")}
          value={search}
          onChange={(text) => void navigate({ search: text === "" ? {} : { search: text }, replace: true })}
        />
      )}
      <ListFrame
        list={list}
        empty={
          settled === "" ? (
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
            { key: "name", label: t("name") },
            { key: "labels", label: t("labels") },
            { key: "versions", label: t("versions"), isNumber: true },
            { key: "uses", label: t("uses"), isNumber: true },
            { key: "latency", label: t("latency"), isNumber: true },
            { key: "cost", label: t("cost"), isNumber: true },
            { key: "scores", label: t("scores") },
            { key: "lastUsed", label: t("lastUsed") },
            { key: "changed", label: t("changed") },
          ]}
        >
          {nodes?.map((prompt) => (
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
              <td data-label={t("uses")} data-number>
                {formats.number(prompt.generationCount)}
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
