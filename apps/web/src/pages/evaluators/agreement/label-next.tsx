import { useId, useState } from "react";
import { usePermission } from "../../../api/use-permission.ts";
import { useChange, useOperation } from "../../../api/use-request.ts";
import { addLabel, targetsToLabel, type TargetsToLabelQuery } from "../../../generated/agreement.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { parseNumber } from "../../../ui/number-text.ts";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../evaluators-page.module.css";
import type { Calibration } from "./agreement-figures.tsx";
import own from "./agreement.module.css";
import type { AgreementRange } from "./disagreements.tsx";
import { useAgreementText } from "./messages.ts";
import { OpenButton } from "./open-button.tsx";
import { type EvaluatedRecord, useEvaluatedRecord } from "../use-evaluated-record.ts";

type Target = NonNullable<TargetsToLabelQuery["calibration"]>["nextTargets"][number];

/**
 * Lists the records that people should label next, with a control to label each record. The service selects records
 * whose labels improve the estimate of the agreement between evaluator and people.
 */
export function LabelNext({
  range,
  scoreName,
  categories,
  onOpen,
}: {
  readonly range: AgreementRange;
  readonly scoreName: string;
  readonly categories: Calibration["categories"];
  readonly onOpen: (record: EvaluatedRecord) => void;
}) {
  const t = useAgreementText();
  const mayAnnotate = usePermission("annotate");
  const recordOf = useEvaluatedRecord();
  const add = useChange(addLabel);
  // Labeled records are hidden at once. While the list reloads, a user could otherwise label one twice by mistake.
  const [labeled, setLabeled] = useState<readonly string[]>([]);
  const { data, error, refetch, isPlaceholderData } = useOperation(targetsToLabel, range, { keepsPrevious: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  const targets = (data.calibration?.nextTargets ?? []).filter(({ targetId }) => !labeled.includes(targetId));
  const label = (target: Target, value: number, text: string | null): void =>
    add.mutate(
      { ...subjectOf(target), name: scoreName, value, label: text },
      { onSuccess: () => setLabeled((others) => [...others, target.targetId]) },
    );
  return (
    <section
      className={styles.main}
      aria-label={t("labelNext")}
      aria-busy={isPlaceholderData}
      data-stale={isPlaceholderData || undefined}
    >
      <h3>{t("labelNext")}</h3>
      {targets.length === 0 ? (
        <p className={styles.muted}>{t("allLabeled")}</p>
      ) : (
        <>
          <p className={styles.muted}>{t("labelNextAbout")}</p>
          <ul className={own.targets}>
            {targets.map((target) => (
              <li key={target.targetId}>
                <TargetText
                  target={target}
                  onOpen={(record) => onOpen({ ...record, hiddenScores: new Set([scoreName]) })}
                />
                {mayAnnotate && (
                  <LabelControl
                    name={recordOf(target).name}
                    categories={categories}
                    isBusy={add.isPending}
                    onLabel={(value, text) => label(target, value, text)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogError error={add.error} />
    </section>
  );
}

function TargetText({
  target,
  onOpen,
}: {
  readonly target: Target;
  readonly onOpen: (record: EvaluatedRecord) => void;
}) {
  const t = useAgreementText();
  const record = useEvaluatedRecord()(target);
  const { step, thread, experimentItem } = target;
  const { inputPreview = null, outputPreview = null } = step ?? thread ?? experimentItem ?? {};
  return (
    <div className={own.target}>
      <OpenButton record={record} onOpen={onOpen} />
      <dl>
        {inputPreview !== null && (
          <div>
            <dt>{t("input")}</dt>
            <dd>
              <VisibleText text={inputPreview} />
            </dd>
          </div>
        )}
        {outputPreview !== null && (
          <div>
            <dt>{t("output")}</dt>
            <dd>
              <VisibleText text={outputPreview} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function LabelControl({
  name,
  categories,
  isBusy,
  onLabel,
}: {
  readonly name: string;
  readonly categories: Calibration["categories"];
  readonly isBusy: boolean;
  readonly onLabel: (value: number, label: string | null) => void;
}) {
  const t = useAgreementText();
  const id = useId();
  const [text, setText] = useState("");
  const number = parseNumber(text);
  if (categories.length > 0) {
    return (
      <div className={styles.actions} role="group" aria-label={visibleString(t("labelOf", { name }))}>
        {categories.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            disabled={isBusy}
            aria-label={visibleString(t("give", { name, label }))}
            onClick={() => onLabel(value, label)}
          >
            <VisibleText text={label} />
          </Button>
        ))}
      </div>
    );
  }
  return (
    <form
      id={id}
      className={styles.actions}
      aria-label={visibleString(t("labelOf", { name }))}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (number !== undefined) onLabel(number, null);
      }}
    >
      <NumberField label={t("value")} hideLabel value={text} onChange={setText} />
      <Button size="small" type="submit" disabled={isBusy || number === undefined}>
        {t("save")}
      </Button>
    </form>
  );
}

function subjectOf({ targetId, step, thread, experimentItem }: Target) {
  if (thread) return { threadId: targetId };
  if (experimentItem) return { datasetExperimentItemId: targetId };
  return step ? { stepId: step.id } : { stepId: targetId };
}
