import { Plus, X } from "lucide-react";
import { useId } from "react";
import { jsonLine } from "../../json/json-text.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { type JudgeDraft, nextKey, type Target, unmappedVariables, withInputs } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { commonPaths, type SampleRecord, useSampleRecord } from "./use-sample-record.ts";

/**
 * Form for the path of each variable in a judge's messages. For each path, it shows the value in the newest record. It
 * also lists the variables that have no path yet.
 */
export function JudgeInputs({
  target,
  judge,
  onChange,
}: {
  readonly target: Target;
  readonly judge: JudgeDraft;
  readonly onChange: (part: Partial<JudgeDraft>) => void;
}) {
  const t = useEvaluatorsText();
  const listId = useId();
  const sample = useSampleRecord(target);
  const { inputs } = judge;
  const unmapped = unmappedVariables(judge);
  const change = (key: number, part: { readonly name?: string; readonly path?: string }): void =>
    onChange({ inputs: inputs.map((input) => (input.key === key ? { ...input, ...part } : input)) });
  return (
    <fieldset className={styles.list}>
      <legend>{t("inputs")}</legend>
      <p className={styles.muted}>{t("inputsHint", { example: "{{output}}" })}</p>
      {sample && (
        <p className={styles.muted}>
          <VisibleText text={t("sampleOf", { name: sample.name })} />
        </p>
      )}
      <datalist id={listId}>
        {[...new Set([...(sample?.paths ?? []), ...commonPaths])].map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {inputs.map(({ key, name, path }, index) => (
        <div key={key} className={styles.pair}>
          <TextField
            label={t("inputName", { number: index + 1 })}
            hideLabel
            spellCheck={false}
            value={name}
            onChange={({ target: field }) => change(key, { name: field.value })}
          />
          <TextField
            label={t("inputPath", { number: index + 1 })}
            hideLabel
            spellCheck={false}
            list={listId}
            value={path}
            onChange={({ target: field }) => change(key, { path: field.value })}
          />
          <IconButton
            label={t("removeInput", { number: index + 1 })}
            onClick={() => onChange({ inputs: inputs.filter((input) => input.key !== key) })}
          >
            <X size={16} />
          </IconButton>
          {sample && <SampleValue sample={sample} path={path.trim()} />}
        </div>
      ))}
      <div className={styles.actions}>
        <Button
          size="small"
          onClick={() => onChange({ inputs: [...inputs, { key: nextKey(inputs), name: "", path: "" }] })}
        >
          <Plus size={14} aria-hidden />
          {t("addInput")}
        </Button>
        {unmapped.length > 0 && (
          <>
            <Badge tone="warning">{visibleString(t("unmapped", { names: braced(unmapped) }))}</Badge>
            <Button size="small" onClick={() => onChange(withInputs(judge, unmapped))}>
              {t("addUnmapped", { count: unmapped.length })}
            </Button>
          </>
        )}
      </div>
    </fieldset>
  );
}

/** Value of an input in the sample record, in one line. */
function SampleValue({ sample, path }: { readonly sample: SampleRecord; readonly path: string }) {
  const t = useEvaluatorsText();
  const found = sample.read(path);
  if (found === null) return null;
  const text = jsonLine(found.value, 300);
  return (
    <p className={styles.sample} title={visibleString(text)}>
      {text === "" ? t("noSampleValue") : <VisibleText text={text} />}
    </p>
  );
}

function braced(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(", ");
}
