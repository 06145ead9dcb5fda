import { Braces, Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import type { ModelToolInput } from "../../generated/playground.ts";
import { parseJson } from "../../json/json-text.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { Column } from "./column/column.ts";
import type { ColumnProblems } from "./column/read-column.ts";
import {
  draftOfTools,
  newTool,
  resultIn,
  resultsOf,
  type ToolDraft,
  type ToolsDraft,
  toolsText,
} from "./column/tool-draft.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

type ToolProps = {
  readonly problems: ColumnProblems;
  readonly onChange: (part: Partial<Column>) => void;
};

/** Fields for the tools of a column and their mocked results. All tools can also be edited as one JSON text. */
export function ToolFields({
  column: { tools: draft },
  tools,
  problems,
  onChange,
}: ToolProps & { readonly column: Column; readonly tools: readonly ModelToolInput[] }) {
  const t = usePlaygroundText();
  const [addedKey, setAddedKey] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [text, results] = [toolsText(draft), resultsOf(draft)];
  const other = draft.kind === "list" ? { kind: "json" as const, text, results } : draftOfTools(text, results);
  /** Returns the error message for a JSON text with these tools. */
  const problemIn = (read: ToolsDraft): string => {
    const tool = read.kind === "list" ? read.tools.find(({ key }) => problems.eachTool.has(key)) : undefined;
    const problem = tool && problems.eachTool.get(tool.key);
    if (!problem) return t("notTools");
    return t("toolPartProblem", {
      name: tool.name === "" ? t("newTool", { number: tool.key + 1 }) : visibleString(tool.name),
      part: t(problem.name ? "toolName" : "toolParameters"),
      problem: t(problem.name ? `toolName_${problem.name}` : "notAnObject"),
    });
  };
  const add = (list: readonly ToolDraft[]): void => {
    const key = Math.max(-1, ...list.map((tool) => tool.key)) + 1;
    setAddedKey(key);
    onChange({ tools: { kind: "list", tools: [...list, newTool(key, list)] } });
  };
  const count = draft.kind === "list" ? draft.tools.length : tools.length;
  return (
    <details className={styles.more}>
      <summary>
        {t("toolCount", { number: count })}{" "}
        {problems.tools && <span className={styles.invalid}>{t("toolProblem")}</span>}
      </summary>
      <div>
        {draft.kind === "list" ? (
          draft.tools.map((tool, index, all) => (
            <Tool
              key={tool.key}
              problems={problems}
              onChange={onChange}
              tool={tool}
              number={index + 1}
              tools={all}
              isOpen={tool.key === addedKey || all.length === 1}
              onRemove={() => addButton.current?.focus()}
            />
          ))
        ) : (
          <>
            <JsonField
              label={t("toolList")}
              hint={t("toolListHint")}
              rows={rowsOf(draft.text)}
              value={draft.text}
              error={parseJson(draft.text).error === null && problems.tools ? problemIn(other) : null}
              onChange={(changed) => onChange({ tools: { ...draft, text: changed } })}
            />
            {[...new Set(tools.map(({ name }) => name))].map((name) => (
              <ToolResult
                key={name}
                name={name}
                value={resultIn(draft.results, name)}
                onChange={(result) => onChange({ tools: { ...draft, results: { ...draft.results, [name]: result } } })}
              />
            ))}
          </>
        )}
        <div className={styles.runLine}>
          {draft.kind === "list" && (
            <Button ref={addButton} size="small" onClick={() => add(draft.tools)}>
              <Plus size={14} aria-hidden />
              {t("addTool")}
            </Button>
          )}
          {/* One button for both, so that it keeps the focus. */}
          <Button size="small" disabled={draft.kind === other.kind} onClick={() => onChange({ tools: other })}>
            <Braces size={14} aria-hidden />
            {t(draft.kind === "list" ? "toolsAsJson" : "toolsAsFields")}
          </Button>
        </div>
      </div>
    </details>
  );
}

function Tool({
  tool,
  number,
  tools,
  isOpen,
  onRemove,
  problems,
  onChange,
}: ToolProps & {
  readonly tool: ToolDraft;
  readonly number: number;
  readonly tools: readonly ToolDraft[];
  /** Whether the fields are open until the user closes them. */
  readonly isOpen: boolean;
  readonly onRemove: () => void;
}) {
  const t = usePlaygroundText();
  const { key, name, description, parameters, result } = tool;
  const problem = problems.eachTool.get(key);
  const change = (part: Partial<ToolDraft>): void =>
    onChange({
      tools: { kind: "list", tools: tools.map((other) => (other.key === key ? { ...tool, ...part } : other)) },
    });
  return (
    <details
      className={styles.tool}
      aria-label={visibleString(name === "" ? t("newTool", { number }) : name)}
      open={isOpen || undefined}
    >
      <summary>
        <span>{name === "" ? t("newTool", { number }) : <VisibleText text={name} />}</span>
        {problem && <span className={styles.invalid}>{t("toolProblem")}</span>}
        <span className={styles.muted}>
          <VisibleText text={description} />
        </span>
      </summary>
      <div>
        <div className={styles.toolHead}>
          <TextField
            label={t("toolName")}
            value={name}
            spellCheck={false}
            error={problem?.name ? t(`toolName_${problem.name}`) : null}
            onChange={({ target }) => change({ name: target.value.trim() })}
          />
          <IconButton
            label={t("removeTool", { number })}
            onClick={() => {
              onRemove();
              onChange({ tools: { kind: "list", tools: tools.filter((other) => other.key !== key) } });
            }}
          >
            <X size={16} />
          </IconButton>
        </div>
        <TextArea
          label={t("toolDescription")}
          hint={t("toolDescriptionHint")}
          rows={2}
          value={description}
          onChange={({ target }) => change({ description: target.value })}
        />
        <JsonField
          label={t("toolParameters")}
          hint={t("toolParametersHint")}
          rows={rowsOf(parameters)}
          value={parameters}
          error={problem?.parameters && parseJson(parameters).error === null ? t("notAnObject") : null}
          onChange={(text) => change({ parameters: text })}
        />
        {name !== "" && <ToolResult name={name} value={result} onChange={(text) => change({ result: text })} />}
      </div>
    </details>
  );
}

function ToolResult({
  name,
  value,
  onChange,
}: {
  readonly name: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const t = usePlaygroundText();
  return (
    <TextArea
      label={t("toolResult", { name })}
      hint={t("toolResultHint")}
      rows={2}
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Returns a height that shows a whole JSON text of usual length. */
function rowsOf(text: string): number {
  return Math.min(Math.max(text.split("\n").length, 4) + 1, 24);
}
