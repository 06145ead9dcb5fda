import { Link, useParams } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { EvaluatorConnectionsQuery } from "../../generated/evaluators.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { SelectField } from "../../ui/field.tsx";
import { chatConnections } from "../playground/column/chat-models.ts";
import { usePlaygroundText } from "../playground/messages.ts";
import { ModelField } from "../playground/model-field.tsx";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

export type Connection = EvaluatorConnectionsQuery["modelConnections"][number];

export interface LastModel {
  readonly connectionId: string;
  readonly model: string;
}

export function ModelChoice({
  connectionId,
  model,
  connections: all,
  isFor = "chat",
  last = null,
  onChange,
}: {
  readonly connectionId: string;
  readonly model: string;
  /** Kind of the models to offer. */
  readonly isFor?: "chat" | "embedding" | undefined;
  /** Undefined while the connections load. */
  readonly connections: readonly Connection[] | undefined;
  /**
   * Model that is selected first. If it is null and there is only one connection, the first model of that connection is
   * selected. Undefined while it loads.
   */
  readonly last?: LastModel | null | undefined;
  readonly onChange: (part: { connectionId?: string; model?: string }) => void;
}) {
  const t = useEvaluatorsText();
  const playground = usePlaygroundText();
  const { projectId } = useParams({ strict: false });
  const connections = all && isFor === "chat" ? chatConnections(all) : all;
  const choose = (chosen: string): void => {
    const next = connections?.find(({ id }) => id === chosen);
    const isKnown = next === undefined || next.models.length === 0 || next.models.includes(model);
    onChange({ connectionId: chosen, ...(!isKnown && { model: next.models[0] ?? "" }) });
  };
  // If no connection is selected yet, selects the last model or, if it is not available, the only connection.
  const isLastUsable =
    connections?.some(
      ({ id, models }) => id === last?.connectionId && (models.length === 0 || models.includes(last.model)),
    ) ?? false;
  const onlyId = connections?.length === 1 ? connections[0]?.id : undefined;
  const firstId = connectionId !== "" || last === undefined ? undefined : isLastUsable ? last?.connectionId : onlyId;
  const chooseFirst = useEffectEvent((id: string) => (isLastUsable && last ? onChange(last) : choose(id)));
  useEffect(() => {
    if (firstId !== undefined) chooseFirst(firstId);
  }, [firstId]);
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
      <ModelField isFor={isFor} models={models} value={model} onChange={(name) => onChange({ model: name })} />
    </div>
  );
}
