import { useParams } from "@tanstack/react-router";
import { FolderOpen, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { judgeModels } from "../../generated/evaluators.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { usePlaygroundText } from "../playground/messages.ts";
import { messageOf } from "../playground/column/message-draft.ts";
import { numberSettingNames, numberSettings } from "../playground/column/model-settings.ts";
import { MessageEditors } from "../playground/message-editors.tsx";
import { PromptLink } from "../thread/inspector/prompt-link.tsx";
import { type EvaluatorDraft, type JudgeDraft, nextKey, promptOf, withPrompt } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { JudgeInputs } from "./judge-inputs.tsx";
import { Examples } from "./examples.tsx";
import { type Connection, type LastModel, ModelChoice } from "./model-choice.tsx";

const LoadDialog = onDemand(async () => (await import("../playground/load-dialog.tsx")).LoadDialog);

export function JudgeFields({
  draft,
  connections,
  onChange,
}: {
  readonly draft: EvaluatorDraft;
  /** Undefined while the connections load. */
  readonly connections: readonly Connection[] | undefined;
  readonly onChange: (draft: EvaluatorDraft) => void;
}) {
  const t = useEvaluatorsText();
  const { judge } = draft;
  const last = useLastModel(judge.connectionId === "");
  const set = (part: Partial<JudgeDraft>): void => onChange({ ...draft, judge: { ...judge, ...part } });
  const invalid = judge.messages.filter((message) => messageOf(message) === null).map(({ key }) => key);
  return (
    <>
      <ModelChoice
        connectionId={judge.connectionId}
        model={judge.model}
        connections={connections}
        last={last}
        onChange={set}
      />
      {connections?.length !== 0 && <Settings judge={judge} onChange={set} />}
      <fieldset className={styles.list}>
        <legend>{t("messages")}</legend>
        <PromptChoice judge={judge} onChange={set} />
        <MessageEditors
          messages={judge.messages}
          problems={new Set(invalid)}
          onChange={(messages) => set({ messages })}
        />
      </fieldset>
      <JudgeInputs target={draft.target} judge={judge} onChange={set} />
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
      <Examples examples={judge.examples} onChange={(examples) => set({ examples })} />
    </>
  );
}

interface PartProps {
  readonly judge: JudgeDraft;
  readonly onChange: (part: Partial<JudgeDraft>) => void;
}

/** Copies the messages of a prompt version, and names the version that they were copied from. */
function PromptChoice({ judge, onChange }: PartProps) {
  const t = useEvaluatorsText();
  const { projectId = "" } = useParams({ strict: false });
  const [isOpen, setIsOpen] = useState(false);
  const promptId = promptOf(judge);
  return (
    <div className={styles.prompt}>
      <Button size="small" onClick={() => setIsOpen(true)}>
        <FolderOpen size={14} aria-hidden />
        {t("usePrompt")}
      </Button>
      {promptId !== null && (
        <span className={styles.muted}>
          {t("copiedFrom")} <PromptLink projectId={projectId} id={promptId} />
        </span>
      )}
      {isOpen && (
        <LoadDialog
          onLoad={(column) => {
            onChange(withPrompt(judge, column));
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/** Reads the model of the judge that was changed last. Null if there is none; undefined while it loads. */
function useLastModel(isNeeded: boolean): LastModel | null | undefined {
  const { data, error } = useOperation(judgeModels, {}, { enabled: isNeeded });
  if (!data) return error ? null : undefined;
  const judges = data.evaluators.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  for (const { latestVersion } of judges) {
    const { connectionId, model } = latestVersion?.judge ?? {};
    if (connectionId != null && model != null) return { connectionId, model };
  }
  return null;
}

function Settings({ judge: { settings }, onChange }: PartProps) {
  const t = useEvaluatorsText();
  const playground = usePlaygroundText();
  return (
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

function Items({
  legend,
  add,
  onAdd,
  children,
}: {
  readonly legend: string;
  readonly add: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className={styles.list}>
      <legend>{legend}</legend>
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
