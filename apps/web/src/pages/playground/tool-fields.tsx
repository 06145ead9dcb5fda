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
import { draftOfTools, newTool, renameResult, type ToolDraft, toolsText } from "./column/tool-draft.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

type ToolProps = {
  readonly column: Column;
  readonly problems: ColumnProblems;
  readonly onChange: (part: Partial<Column>) => void;
};

/** Fields for the tools of a column and their mocked results. All tools can also be edited as one JSON text. */
export function ToolFields({ tools, ...props }: ToolProps & { readonly tools: readonly ModelToolInput[] }) {
  const t = usePlaygroundText();
  const { column, problems, onChange } = props;
  const [addedKey, setAddedKey] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const list = column.tools.kind === "list" ? column.tools.tools : null;
  const asList = draftOfTools(toolsText(column.tools));
  const add = (): void => {
    const key = Math.max(-1, ...(list ?? []).map((tool) => tool.key)) + 1;
    setAddedKey(key);
    onChange({ tools: { kind: "list", tools: [...(list ?? []), newTool(key)] } });
  };
  const count = list?.length ?? tools.length;
  return (
    <details className={styles.more}>
      <summary>
        {t("toolCount", { number: count })}{" "}
        {problems.tools && <span className={styles.invalid}>{t("toolProblem")}</span>}
      </summary>
      <div>
        {column.tools.kind === "list" ? (
          column.tools.tools.map((tool, index, all) => (
            <Tool
              key={tool.key}
              {...props}
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
              rows={rowsOf(column.tools.text)}
              value={column.tools.text}
              error={problems.tools && parseJson(column.tools.text).error === null ? t("notTools") : null}
              onChange={(text) => onChange({ tools: { kind: "json", text } })}
            />
            {tools.map(({ name }) => (
              <ToolResult key={name} name={name} column={column} onChange={onChange} />
            ))}
          </>
        )}
        <div className={styles.runLine}>
          {list && (
            <Button ref={addButton} size="small" onClick={add}>
              <Plus size={14} aria-hidden />
              {t("addTool")}
            </Button>
          )}
          {/* One button for both, so that it keeps the focus. */}
          <Button
            size="small"
            disabled={list === null && asList.kind === "json"}
            onClick={() => onChange({ tools: list ? { kind: "json", text: toolsText(column.tools) } : asList })}
          >
            <Braces size={14} aria-hidden />
            {t(list ? "toolsAsJson" : "toolsAsFields")}
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
  column,
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
  const { key, name, description, parameters } = tool;
  const problem = problems.eachTool.get(key);
  const change = (part: Partial<ToolDraft>): void =>
    onChange({
      tools: { kind: "list", tools: tools.map((other) => (other.key === key ? { ...tool, ...part } : other)) },
      ...(part.name !== undefined && {
        toolResults: renameResult(column.toolResults, { from: name, to: part.name, tools }),
      }),
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
        {name !== "" && <ToolResult name={name} column={column} onChange={onChange} />}
      </div>
    </details>
  );
}

function ToolResult({
  name,
  column: { toolResults },
  onChange,
}: Pick<ToolProps, "column" | "onChange"> & { readonly name: string }) {
  const t = usePlaygroundText();
  return (
    <TextArea
      label={t("toolResult", { name })}
      hint={t("toolResultHint")}
      rows={2}
      spellCheck={false}
      value={Object.hasOwn(toolResults, name) ? (toolResults[name] ?? "") : ""}
      onChange={({ target }) => onChange({ toolResults: { ...toolResults, [name]: target.value } })}
    />
  );
}

/** Returns a height that shows a whole JSON text of usual length. */
function rowsOf(text: string): number {
  return Math.min(Math.max(text.split("\n").length, 4) + 1, 24);
}
