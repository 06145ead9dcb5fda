import { useState } from "react";
import { VisibleText } from "../../ui/visible-text.tsx";
import { type Catalog, type EvaluatorDraft, type JudgeTemplate, withTemplate } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

/**
 * Cards for the judge templates, and for the evaluator kinds without templates. A click starts the draft from the
 * template, or sets the kind of the draft.
 */
export function TemplateChoice({
  draft,
  catalog,
  onChoose,
  onKind,
}: {
  readonly draft: EvaluatorDraft;
  /** Undefined while it loads. */
  readonly catalog: Catalog | undefined;
  readonly onChoose: (draft: EvaluatorDraft, template: JudgeTemplate) => void;
  readonly onKind: (kind: EvaluatorDraft["kind"]) => void;
}) {
  const t = useEvaluatorsText();
  const [chosen, setChosen] = useState("");
  const judges = catalog?.judges ?? [];
  return (
    <div role="group" aria-label={t("template")} className={styles.templates}>
      {judges.map((template) => {
        const { name, title, description } = template;
        return (
          <button
            key={name}
            type="button"
            className={styles.template}
            aria-pressed={name === chosen && draft.kind === "LLM"}
            onClick={() => {
              setChosen(name);
              onChoose({ ...withTemplate(draft, template, judges), kind: "LLM" }, template);
            }}
          >
            <strong>
              <VisibleText text={title} />
            </strong>{" "}
            <span>
              <VisibleText text={description} />
            </span>
          </button>
        );
      })}
      {(["CODE", "BUILT_IN"] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.template}
          aria-pressed={draft.kind === kind}
          onClick={() => onKind(kind)}
        >
          <strong>{t(kind)}</strong> <span>{t(`about_${kind}`)}</span>
        </button>
      ))}
    </div>
  );
}
