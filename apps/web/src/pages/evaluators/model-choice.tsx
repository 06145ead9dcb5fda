import { Link, useParams } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { EvaluatorConnectionsQuery } from "../../generated/evaluators.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { SelectField } from "../../ui/field.tsx";
import { usePlaygroundText } from "../playground/messages.ts";
import { ModelField } from "../playground/model-field.tsx";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

export type Connection = EvaluatorConnectionsQuery["modelConnections"][number];

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
  const choose = (chosen: string): void => {
    const next = connections?.find(({ id }) => id === chosen);
    const isKnown = next === undefined || next.models.length === 0 || next.models.includes(model);
    onChange({ connectionId: chosen, ...(!isKnown && { model: next.models[0] ?? "" }) });
  };
  // If the project has only one connection, selects it for the user.
  const onlyId = connectionId === "" && connections?.length === 1 ? connections[0]?.id : undefined;
  const chooseOnly = useEffectEvent(choose);
  useEffect(() => {
    if (onlyId !== undefined) chooseOnly(onlyId);
  }, [onlyId]);
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
  return (
    <div className={styles.row}>
      <SelectField
        label={playground("connection")}
        value={connectionId}
        options={[
          ...(connection ? [] : [{ value: connectionId, label: "–" }]),
          ...(connections ?? []).map(({ id, name }) => ({ value: id, label: visibleString(name) })),
        ]}
        onChange={choose}
      />
      <ModelField models={models} value={model} onChange={(name) => onChange({ model: name })} />
    </div>
  );
}
