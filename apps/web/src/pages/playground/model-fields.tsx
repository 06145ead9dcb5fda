import { SelectField, TextField } from "../../ui/field.tsx";
import type { Column } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import { type Connection, modelOf } from "./column/read-column.ts";

/** Selects a connection and one of its models. If the connection allows all models, the model is a text field. */
export function ModelFields({
  column,
  connections,
  onChange,
}: {
  readonly column: Column;
  readonly connections: readonly Connection[];
  readonly onChange: (part: Partial<Column>) => void;
}) {
  const t = usePlaygroundText();
  const chosen = modelOf(column, connections);
  if (chosen === null) return null;
  const { connection, model } = chosen;
  const { models } = connection;
  return (
    <div className={styles.modelFields}>
      <SelectField
        label={t("connection")}
        value={connection.id}
        options={connections.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(connectionId) => {
          const next = connections.find(({ id }) => id === connectionId);
          const isKnown = next === undefined || next.models.length === 0 || next.models.includes(column.model);
          onChange({ connectionId, ...(!isKnown && { model: next.models[0] ?? "" }) });
        }}
      />
      {models.length > 0 ? (
        <SelectField
          label={t("model")}
          value={model}
          options={[...new Set([model, ...models])].map((name) => ({ value: name, label: name }))}
          error={models.includes(model) ? null : t("modelNotAllowed")}
          onChange={(name) => onChange({ model: name, connectionId: connection.id })}
        />
      ) : (
        <TextField
          label={t("model")}
          value={column.model}
          spellCheck={false}
          onChange={({ target }) => onChange({ model: target.value.trim(), connectionId: connection.id })}
        />
      )}
    </div>
  );
}
