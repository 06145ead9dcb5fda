import { readableJson } from "../../../json/json-text.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { JsonField } from "../../../ui/json-field.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { LogRecord } from "../log-record.ts";
import { useBulkText } from "./messages.ts";
import { badScores, hasFailed, type ReviewChoice, type ScoreRange } from "./review-choice.ts";
import styles from "./bulk.module.css";

export function ReviewRow({
  record,
  ranges,
  choice,
  isDisabled,
  onChange,
}: {
  readonly record: LogRecord;
  readonly ranges: readonly ScoreRange[];
  readonly choice: ReviewChoice;
  readonly isDisabled: boolean;
  readonly onChange: (choice: ReviewChoice) => void;
}) {
  const t = useBulkText();
  const formats = useFormats();
  const { isIncluded, takesOutput, text } = choice;
  const output = record.output === null || record.output === undefined ? "" : JSON.stringify(record.output, null, 2);
  return (
    <fieldset className={styles.row} disabled={isDisabled} data-skipped={!isIncluded || undefined}>
      <legend className="visually-hidden">
        <VisibleText text={record.name ?? record.id} />
      </legend>
      <div className={styles.rowHead}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isIncluded}
            onChange={({ target }) => onChange({ ...choice, isIncluded: target.checked })}
          />
          <strong className={styles.rowName}>
            <VisibleText text={record.name ?? record.id} />
          </strong>
        </label>
        <span className={styles.muted}>{formats.shortTime(record.createdAt)}</span>
        {hasFailed(record) && <Badge tone="danger">{t("error")}</Badge>}
        {badScores(record, ranges).map(({ id, name, label, value }) => (
          <Badge key={id} tone="warning" name={name}>
            {label ?? formats.number(value)}
          </Badge>
        ))}
      </div>
      {isIncluded && (
        <div className={styles.sides}>
          <div className={styles.side}>
            <Recorded label={t("input")} text={readableJson(record.input)} />
            {hasFailed(record) && <Recorded label={t("error")} text={record.error ?? ""} />}
            {!takesOutput && <Recorded label={t("output")} text={readableJson(record.output)} />}
          </div>
          <div className={styles.side}>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={takesOutput}
                onChange={({ target }) => onChange({ ...choice, takesOutput: target.checked, text: "" })}
              />
              {t("takeOutput")}
            </label>
            <JsonField
              label={t("expectedOutput")}
              rows={5}
              value={takesOutput ? output : text}
              onChange={(edited) => onChange({ ...choice, takesOutput: false, text: edited })}
            />
          </div>
        </div>
      )}
    </fieldset>
  );
}

function Recorded({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <p className={styles.muted}>{label}</p>
      <pre className={styles.recorded} tabIndex={0} aria-label={label} role="region">
        <VisibleText text={text === "" ? "–" : text} />
      </pre>
    </div>
  );
}
