import { useId, useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { type EvaluatorVersionInput, runEvaluator, tryEvaluator } from "../../generated/evaluators.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import type { RequiredName } from "../../ui/use-required-name.ts";
import type { Target } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { TestResults } from "./test-results.tsx";
import { maxTargets, noSelection, selectedIds, TargetPicker } from "./target-picker.tsx";

/**
 * Tests the draft on records without storing scores. If the draft equals a stored version, the user can also run that
 * version on the records and store the scores.
 */
export function TestPanel({
  target,
  read,
  scoreName,
  versionId,
}: {
  readonly target: Target;
  /** Reads the draft. Throws an `Error` with the text of the first problem. */
  readonly read: () => EvaluatorVersionInput;
  /** A test needs a score name. If it is missing, its field is marked and gets the focus. */
  readonly scoreName: Pick<RequiredName, "check">;
  /**
   * Id of the stored version that equals the draft. Null if the user has changed the draft. Without a stored version,
   * the panel cannot store scores.
   */
  readonly versionId: string | null;
}) {
  const t = useEvaluatorsText();
  const heading = useId();
  const [selection, setSelection] = useState(noSelection);
  const [testedName, setTestedName] = useState("");
  const [problem, setProblem] = useState<Error | null>(null);
  const test = useChange(tryEvaluator);
  const run = useChange(runEvaluator);
  const isBusy = test.isPending || run.isPending;
  const start = (isStored: boolean): void => {
    if (!scoreName.check()) return;
    const targetIds = selectedIds(selection);
    try {
      if (targetIds.length === 0) throw new Error(t("none"));
      if (targetIds.length > maxTargets) throw new Error(t("tooMany", { number: maxTargets }));
      const version = read();
      setProblem(null);
      setTestedName(version.scoreName);
      test.reset();
      run.reset();
      if (isStored && versionId !== null) run.mutate({ versionId, targetIds });
      else test.mutate({ versionId: null, version, targetIds });
    } catch (error) {
      setProblem(error as Error);
    }
  };
  const results = test.data?.testEvaluator ?? run.data?.evaluate;
  return (
    <section className={styles.test} aria-labelledby={heading}>
      <h2 id={heading}>{t("test")}</h2>
      <p className={styles.muted}>
        {t("testAbout")} {versionId !== null && t("storeAbout")}
      </p>
      <TargetPicker key={target} target={target} selection={selection} onChange={setSelection} />
      <DialogError error={problem ?? test.error ?? run.error} />
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={() => start(false)}>
          {t("runTest")}
        </Button>
        {versionId !== null && (
          <Button disabled={isBusy} onClick={() => start(true)}>
            {t("runAndStore")}
          </Button>
        )}
        <span role="status">{isBusy && t("loadingResult")}</span>
      </div>
      {results && <TestResults results={results} scoreName={testedName} />}
    </section>
  );
}
