import { useOperation } from "../../api/use-request.ts";
import { experimentTargets, stepTargets, threadTargets } from "../../generated/evaluators.ts";
import { plainPreview } from "../../json/plain-json.ts";
import { useFormats } from "../../messages/formats.ts";
import { TextField } from "../../ui/field.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { experimentEnvironment } from "../dashboard/use-environments.ts";
import type { Target } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

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

interface Row {
  readonly id: string;
  readonly name: string;
  readonly input: string | null;
  readonly output: string | null;
  readonly createdAt: string | null;
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
  const { rows, error, retry } = useRecent(target);
  const { ids, text } = selection;
  const toggle = (id: string): void =>
    onChange({ text, ids: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] });
  return (
    <>
      <fieldset className={styles.list}>
        <legend>{t("records")}</legend>
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

/** Excludes steps that the service itself recorded, such as calls of judges and experiments. */
const isNoOwnCall = { field: "environment", operator: "neq", value: experimentEnvironment } as const;
const isRoot = { field: "parentId", operator: "is", value: null } as const;

function useRecent(target: Target): {
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const isStep = target === "STEP" || target === "RUN";
  const filters = target === "RUN" ? [isNoOwnCall, isRoot] : [isNoOwnCall];
  const steps = useOperation(stepTargets, { filters }, { enabled: isStep });
  const threads = useOperation(threadTargets, {}, { enabled: target === "THREAD" });
  const experiments = useOperation(experimentTargets, {}, { enabled: target === "EXPERIMENT_ITEM" });
  if (isStep) {
    const rows = steps.data?.steps.edges.map(
      ({ node: { id, name, type, inputPreview: input, outputPreview: output, createdAt } }) => {
        return { id, name: name || type || id, input, output, createdAt };
      },
    );
    return { rows, error: steps.error, retry: () => void steps.refetch() };
  }
  if (target === "THREAD") {
    const rows = threads.data?.threads.edges.map(
      ({ node: { id, name, inputPreview: input, outputPreview: output, createdAt } }) => {
        return { id, name: name || id, input, output, createdAt };
      },
    );
    return { rows, error: threads.error, retry: () => void threads.refetch() };
  }
  const rows = experiments.data?.datasetExperiments.edges.flatMap(({ node: { name, createdAt, items } }) =>
    items.map(({ id, inputPreview: input, outputPreview: output }) => ({ id, name, input, output, createdAt })),
  );
  return { rows, error: experiments.error, retry: () => void experiments.refetch() };
}
