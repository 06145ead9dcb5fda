import { plainPreview } from "../../json/plain-json.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { Target } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { useRecentRecords } from "./use-recent-records.ts";

export const maxTargets = 20;

export interface Selection {
  readonly ids: readonly string[];
  readonly text: string;
}

export const noSelection: Selection = { ids: [], text: "" };

export function selectedIds({ ids, text }: Selection): string[] {
  const others = text.split(/[\s,]+/).filter((id) => id !== "");
  return [...new Set([...ids, ...others])];
}

export function TargetPicker({
  target,
  selection,
  onChange,
}: {
  readonly target: Target;
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
}) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const { rows, error, retry } = useRecentRecords(target);
  const { ids, text } = selection;
  const isAll = rows?.every(({ id }) => ids.includes(id)) ?? false;
  const toggle = (id: string): void =>
    onChange({ text, ids: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] });
  return (
    <>
      <fieldset className={styles.list}>
        <legend>{t("records")}</legend>
        {rows !== undefined && rows.length > 1 && (
          <div>
            <Button size="small" onClick={() => onChange({ text, ids: isAll ? [] : rows.map(({ id }) => id) })}>
              {t(isAll ? "selectNone" : "selectAll")}
            </Button>
          </div>
        )}
        {error && <ErrorState error={error} onRetry={retry} />}
        {!error && !rows && <LoadingState />}
        {rows?.length === 0 && <p className={styles.muted}>{t("noRecords")}</p>}
        <div className={styles.targets}>
          {rows?.map(({ id, name, input, output, createdAt }) => (
            <label key={id}>
              <input type="checkbox" checked={ids.includes(id)} onChange={() => toggle(id)} />
              <span className={styles.targetText}>
                <VisibleText text={name} />
                {input !== null && <VisibleText text={` · ${plainPreview(input)}`} />}
              </span>{" "}
              <span className={styles.targetTime}>{formats.relativeTime(createdAt)}</span>{" "}
              {output !== null && (
                <span className={styles.targetOutput}>
                  <VisibleText text={plainPreview(output)} />
                </span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={t("otherIds")}
        hint={t("otherIdsHint")}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange({ ids, text: event.target.value })}
      />
    </>
  );
}
