import { useState } from "react";
import type { PlaygroundConnectionsQuery } from "../../../generated/playground.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button } from "../../../ui/button.tsx";
import { MultiSelectField, SelectField, TextField } from "../../../ui/field.tsx";
import { useRunText } from "./messages.ts";
import styles from "./run.module.css";

export type Connection = PlaygroundConnectionsQuery["modelConnections"][number];

export interface ChosenModel {
  readonly connectionId: string;
  readonly model: string;
}

/** Selects models of all connections. For a connection that allows any model, the user types the name. */
export function ModelChoices({
  connections,
  chosen,
  onChange,
}: {
  readonly connections: readonly Connection[];
  readonly chosen: readonly ChosenModel[];
  readonly onChange: (chosen: readonly ChosenModel[]) => void;
}) {
  const t = useRunText();
  const known = connections.flatMap(({ id, models }) => models.map((model) => ({ connectionId: id, model })));
  const all = [...known, ...chosen.filter((each) => !known.some((other) => isSame(each, other)))];
  const options = new Map(all.map((each) => [labelOf(each, connections), each]));
  return (
    <>
      {options.size > 0 && (
        <MultiSelectField
          label={t("models")}
          placeholder={t("noModels")}
          options={[...options.keys()]}
          values={chosen.map((each) => labelOf(each, connections))}
          onChange={(labels) => onChange(labels.flatMap((label) => options.get(label) ?? []))}
        />
      )}
      <OtherModel
        connections={connections.filter(({ models }) => models.length === 0)}
        onAdd={(model) => onChange([...chosen.filter((each) => !isSame(each, model)), model])}
      />
    </>
  );
}

function OtherModel({
  connections,
  onAdd,
}: {
  readonly connections: readonly Connection[];
  readonly onAdd: (model: ChosenModel) => void;
}) {
  const t = useRunText();
  const [selected, setSelected] = useState("");
  const [text, setText] = useState("");
  const [first] = connections;
  if (!first) return null;
  const connectionId = connections.find(({ id }) => id === selected)?.id ?? first.id;
  const model = text.trim();
  const add = (): void => {
    if (model === "") return;
    onAdd({ connectionId, model });
    setText("");
  };
  return (
    <div className={styles.other}>
      {connections.length > 1 && (
        <SelectField
          label={t("connection")}
          value={connectionId}
          options={connections.map(({ id, name }) => ({ value: id, label: visibleString(name) }))}
          onChange={setSelected}
        />
      )}
      <TextField
        label={t("otherModel")}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || model === "") return;
          // Enter must add the model instead of submitting the form.
          event.preventDefault();
          add();
        }}
      />
      <Button disabled={model === ""} onClick={add}>
        {t("addModel")}
      </Button>
    </div>
  );
}

function isSame(one: ChosenModel, other: ChosenModel): boolean {
  return one.connectionId === other.connectionId && one.model === other.model;
}

function labelOf({ connectionId, model }: ChosenModel, connections: readonly Connection[]): string {
  const connection = connections.find(({ id }) => id === connectionId);
  return connections.length > 1 && connection ? `${model} (${connection.name})` : model;
}
