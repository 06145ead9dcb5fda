import { Link, useParams } from "@tanstack/react-router";
import type { EvaluatorConnectionsQuery } from "../../generated/evaluators.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { usePlaygroundText } from "../playground/messages.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

export type Connection = EvaluatorConnectionsQuery["modelConnections"][number];

/** Selects a connection and one of its models. */
export function ModelChoice({
  connectionId,
  model,
  connections,
  onChange,
}: {
  readonly connectionId: string;
  readonly model: string;
  /** Undefined while the connections load. */
  readonly connections: readonly Connection[] | undefined;
  readonly onChange: (part: { connectionId?: string; model?: string }) => void;
}) {
  const t = useEvaluatorsText();
  const playground = usePlaygroundText();
  const { projectId } = useParams({ strict: false });
  if (connections?.length === 0) {
    return (
      <p>
        {t("noConnections")}{" "}
        <Link
          to="/projects/$projectId/settings/$section"
          params={{ projectId: projectId ?? "", section: "connections" }}
        >
          {t("toConnections")}
        </Link>
      </p>
    );
  }
  const connection = connections?.find(({ id }) => id === connectionId);
  const models = connection?.models ?? [];
  const choose = (chosen: string): void => {
    const next = connections?.find(({ id }) => id === chosen);
    const isKnown = next === undefined || next.models.length === 0 || next.models.includes(model);
    onChange({ connectionId: chosen, ...(!isKnown && { model: next.models[0] ?? "" }) });
  };
  return (
    <div className={styles.row}>
      <SelectField
        label={playground("connection")}
        value={connectionId}
        options={[
          ...(connection ? [] : [{ value: connectionId, label: "–" }]),
          ...(connections ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={choose}
      />
      {models.length > 0 ? (
        <SelectField
          label={playground("model")}
          value={model}
          options={[...new Set([model, ...models])].map((name) => ({ value: name, label: name || "–" }))}
          onChange={(name) => onChange({ model: name })}
        />
      ) : (
        <TextField
          label={playground("model")}
          spellCheck={false}
          value={model}
          onChange={({ target }) => onChange({ model: target.value })}
        />
      )}
    </div>
  );
}
