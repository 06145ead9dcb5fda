import { TextArea } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import type { ModelToolInput } from "../../generated/playground.ts";
import type { Column } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

export function ToolFields({
  column,
  tools,
  isInvalid,
  onChange,
}: {
  readonly column: Column;
  readonly tools: readonly ModelToolInput[];
  readonly isInvalid: boolean;
  readonly onChange: (part: Partial<Column>) => void;
}) {
  const t = usePlaygroundText();
  const { toolResults } = column;
  return (
    <details className={styles.more}>
      <summary>{t("toolCount", { number: tools.length })}</summary>
      <div>
        <JsonField
          label={t("toolList")}
          hint={t("toolListHint")}
          rows={6}
          value={column.tools}
          error={isInvalid ? t("notTools") : null}
          onChange={(text) => onChange({ tools: text })}
        />
        {tools.map(({ name }) => (
          <TextArea
            key={name}
            label={t("toolResult", { name })}
            hint={t("toolResultHint")}
            rows={2}
            spellCheck={false}
            value={Object.hasOwn(toolResults, name) ? (toolResults[name] ?? "") : ""}
            onChange={({ target }) => onChange({ toolResults: { ...toolResults, [name]: target.value } })}
          />
        ))}
      </div>
    </details>
  );
}
