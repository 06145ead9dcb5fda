import { useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { evaluatorChoices, type EvaluatorVersionInput } from "../../generated/evaluators.ts";
import { type RequiredName, useRequiredName } from "../../ui/use-required-name.ts";
import { type Catalog, type EvaluatorDraft, readDraft } from "./evaluator-draft.ts";
import { useEvaluatorsText } from "./messages.ts";
import { useScorerNames } from "./scorer-messages.ts";

/** Keeps the draft of an evaluator version, and validates it with the evaluator catalog. */
export function useEvaluatorForm(initial: EvaluatorDraft): {
  readonly draft: EvaluatorDraft;
  readonly setDraft: (draft: EvaluatorDraft) => void;
  readonly catalog: Catalog | undefined;
  readonly error: Error | null;
  /** Loads the evaluator catalog again. */
  readonly retry: () => void;
  /** Reads the draft. Throws an `Error` with the text of the first problem. */
  readonly read: () => EvaluatorVersionInput;
  readonly scoreName: RequiredName;
} {
  const t = useEvaluatorsText();
  const names = useScorerNames();
  const [draft, setDraft] = useState(initial);
  const { data, error, refetch } = useOperation(evaluatorChoices, {});
  const scoreName = useRequiredName(draft.scoreName);
  const catalog = data?.evaluatorCatalog;
  return {
    draft,
    setDraft,
    catalog,
    scoreName,
    error,
    retry: () => void refetch(),
    read: () => {
      const result = readDraft(draft, catalog);
      if (result.problem === null) return result.version;
      const { field, name } = result.problem;
      throw new Error(t(`problem_${field}`, { name: field === "options" ? names.option(name) : name }));
    },
  };
}
