import { Link, useParams } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { usePlaygroundText } from "../playground/messages.ts";
import { messageOf } from "../playground/column/message-draft.ts";
import { numberSettingNames, numberSettings } from "../playground/column/model-settings.ts";
import { MessageEditors } from "../playground/message-editors.tsx";
import type { EvaluatorConnectionsQuery } from "../../generated/evaluators.ts";
import { type Catalog, type EvaluatorDraft, type JudgeDraft, withTemplate } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

export type Connection = EvaluatorConnectionsQuery["modelConnections"][number];

/** Fields for the definition of a judge: template, model, messages, inputs and answers. */
export function JudgeFields({
  draft,
  judges,
  connections,
  onChange,
}: {
  readonly draft: EvaluatorDraft;
  readonly judges: Catalog["judges"];
  /** Undefined while the connections load. */
  readonly connections: readonly Connection[] | undefined;
  readonly onChange: (draft: EvaluatorDraft) => void;
}) {
  const t = useEvaluatorsText();
  const { judge } = draft;
  const set = (part: Partial<JudgeDraft>): void => onChange({ ...draft, judge: { ...judge, ...part } });
  const invalid = judge.messages.filter((message) => messageOf(message) === null).map(({ key }) => key);
  return (
    <>
      <SelectField
        label={t("template")}
        value=""
        options={[
          { value: "", label: t("noTemplate") },
          ...judges.map(({ name, title, description }) => ({ value: name, label: `${title}: ${description}` })),
        ]}
        onChange={(name) => {
          const template = judges.find((each) => each.name === name);
          if (template) onChange(withTemplate(draft, template));
        }}
      />
      <ModelChoice judge={judge} connections={connections} onChange={set} />
      <fieldset className={styles.list}>
        <legend>{t("messages")}</legend>
        <MessageEditors
          messages={judge.messages}
          problems={new Set(invalid)}
          onChange={(messages) => set({ messages })}
        />
      </fieldset>
      <Inputs judge={judge} onChange={set} />
      <SelectField
        label={t("answer")}
        value={judge.answer}
        options={(["labels", "number"] as const).map((value) => ({ value, label: t(`answer_${value}`) }))}
        onChange={(answer) => set({ answer: answer === "number" ? "number" : "labels" })}
      />
      {judge.answer === "labels" ? (
        <Labels judge={judge} onChange={set} />
      ) : (
        <div className={styles.row}>
          <NumberField label={t("minimum")} value={judge.minimum} onChange={(minimum) => set({ minimum })} />
          <NumberField label={t("maximum")} value={judge.maximum} onChange={(maximum) => set({ maximum })} />
        </div>
      )}
    </>
  );
}

interface PartProps {
  readonly judge: JudgeDraft;
  readonly onChange: (part: Partial<JudgeDraft>) => void;
}

function ModelChoice({
  judge,
  connections,
  onChange,
}: PartProps & { readonly connections: readonly Connection[] | undefined }) {
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
  const connection = connections?.find(({ id }) => id === judge.connectionId);
  const models = connection?.models ?? [];
  const choose = (connectionId: string): void => {
    const next = connections?.find(({ id }) => id === connectionId);
    const isKnown = next === undefined || next.models.length === 0 || next.models.includes(judge.model);
    onChange({ connectionId, ...(!isKnown && { model: next.models[0] ?? "" }) });
  };
  const { settings } = judge;
  return (
    <>
      <div className={styles.row}>
        <SelectField
          label={playground("connection")}
          value={judge.connectionId}
          options={[
            ...(connection ? [] : [{ value: judge.connectionId, label: "–" }]),
            ...(connections ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={choose}
        />
        {models.length > 0 ? (
          <SelectField
            label={playground("model")}
            value={judge.model}
            options={[...new Set([judge.model, ...models])].map((name) => ({ value: name, label: name || "–" }))}
            onChange={(model) => onChange({ model })}
          />
        ) : (
          <TextField
            label={playground("model")}
            spellCheck={false}
            value={judge.model}
            onChange={({ target }) => onChange({ model: target.value })}
          />
        )}
      </div>
      <details>
        <summary>
          {playground("settings", { number: numberSettingNames.filter((name) => settings[name] !== "").length })}
        </summary>
        <div className={styles.row}>
          {numberSettingNames.map((name) => (
            <NumberField
              key={name}
              label={playground(name)}
              placeholder={t("default")}
              value={settings[name]}
              minimum={numberSettings[name].minimum}
              maximum={numberSettings[name].maximum}
              onChange={(text) => onChange({ settings: { ...settings, [name]: text } })}
            />
          ))}
        </div>
      </details>
    </>
  );
}

function Inputs({ judge: { inputs }, onChange }: PartProps) {
  const t = useEvaluatorsText();
  const change = (key: number, part: { readonly name?: string; readonly path?: string }): void =>
    onChange({ inputs: inputs.map((input) => (input.key === key ? { ...input, ...part } : input)) });
  return (
    <Items
      legend={t("inputs")}
      hint={t("inputsHint", { example: "{{output}}" })}
      add={t("addInput")}
      onAdd={() => onChange({ inputs: [...inputs, { key: nextKey(inputs), name: "", path: "" }] })}
    >
      {inputs.map(({ key, name, path }, index) => (
        <div key={key} className={styles.pair}>
          <TextField
            label={t("inputName", { number: index + 1 })}
            hideLabel
            spellCheck={false}
            value={name}
            onChange={({ target }) => change(key, { name: target.value })}
          />
          <TextField
            label={t("inputPath", { number: index + 1 })}
            hideLabel
            spellCheck={false}
            value={path}
            onChange={({ target }) => change(key, { path: target.value })}
          />
          <IconButton
            label={t("removeInput", { number: index + 1 })}
            onClick={() => onChange({ inputs: inputs.filter((input) => input.key !== key) })}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
    </Items>
  );
}

function Labels({ judge: { labels }, onChange }: PartProps) {
  const t = useEvaluatorsText();
  const change = (key: number, part: { readonly label?: string; readonly value?: string }): void =>
    onChange({ labels: labels.map((label) => (label.key === key ? { ...label, ...part } : label)) });
  return (
    <Items
      legend={t("labels")}
      add={t("addLabel")}
      onAdd={() => onChange({ labels: [...labels, { key: nextKey(labels), label: "", value: "" }] })}
    >
      {labels.map(({ key, label, value }, index) => (
        <div key={key} className={styles.label}>
          <TextField
            label={t("labelOf", { number: index + 1 })}
            hideLabel
            placeholder={t("label")}
            value={label}
            onChange={({ target }) => change(key, { label: target.value })}
          />
          <NumberField
            label={t("valueOf", { number: index + 1 })}
            hideLabel
            placeholder={t("value")}
            value={value}
            onChange={(text) => change(key, { value: text })}
          />
          <IconButton
            label={t("removeLabel", { number: index + 1 })}
            disabled={labels.length <= 2}
            onClick={() => onChange({ labels: labels.filter((each) => each.key !== key) })}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
    </Items>
  );
}

/** Shows a list of rows in a form, with a button that adds a row. */
function Items({
  legend,
  hint,
  add,
  onAdd,
  children,
}: {
  readonly legend: string;
  readonly hint?: string;
  readonly add: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className={styles.list}>
      <legend>{legend}</legend>
      {hint !== undefined && <p className={styles.muted}>{hint}</p>}
      {children}
      <div>
        <Button size="small" onClick={onAdd}>
          <Plus size={14} aria-hidden />
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

function nextKey(items: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...items.map(({ key }) => key)) + 1;
}
