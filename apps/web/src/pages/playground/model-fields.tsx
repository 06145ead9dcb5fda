import { visibleString } from "../../messages/hidden-characters.ts";
import { SelectField } from "../../ui/field.tsx";
import type { Column } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";
import { ModelField } from "./model-field.tsx";
import styles from "./playground-page.module.css";
import { type Connection, modelOf } from "./column/read-column.ts";

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
  const { connection, model, replaced } = chosen;
  const { models } = connection;
  return (
    <div className={styles.modelFields}>
      <SelectField
        label={t("connection")}
        value={connection.id}
        options={connections.map(({ id, name }) => ({ value: id, label: visibleString(name) }))}
        onChange={(connectionId) => {
          const next = connections.find(({ id }) => id === connectionId);
          const isKnown = next === undefined || next.models.length === 0 || next.models.includes(column.model);
          onChange({ connectionId, ...(!isKnown && { model: next.models[0] ?? "" }) });
        }}
      />
      <ModelField
        models={models}
        value={models.length > 0 ? model : column.model}
        hint={replaced === null ? undefined : t("modelReplaced", { model: replaced })}
        onChange={(name) => onChange({ model: name, connectionId: connection.id })}
      />
    </div>
  );
}
