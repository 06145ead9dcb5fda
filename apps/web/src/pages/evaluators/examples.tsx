import { X } from "lucide-react";
import { useFormats } from "../../messages/formats.ts";
import { IconButton } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Fields } from "../thread/content/fields.tsx";
import type { JudgeExample } from "./evaluator-draft.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";

export function Examples({
  examples,
  onChange,
}: {
  readonly examples: readonly JudgeExample[];
  readonly onChange: (examples: readonly JudgeExample[]) => void;
}) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  return (
    <fieldset className={styles.list}>
      <legend>{t("examples")}</legend>
      <p className={styles.muted}>{t("examplesAbout")}</p>
      {examples.map((example, index) => (
        <section
          // Two examples may be equal, so the key includes the index.
          key={`${index} ${example.reviewId ?? ""}`}
          aria-label={t("exampleNumber", { number: index + 1 })}
          className={styles.example}
        >
          <div>
            <strong>
              <VisibleText text={example.label ?? formats.number(example.value)} />
            </strong>
            {example.comment !== null && (
              <p>
                <VisibleText text={example.comment} />
              </p>
            )}
            <Fields value={example.values} />
            {example.correction !== null && (
              <>
                <p className={styles.muted}>{t("betterOutput")}</p>
                <Fields value={example.correction} />
              </>
            )}
          </div>
          <IconButton
            label={t("removeExample", { number: index + 1 })}
            onClick={() => onChange(examples.filter((each) => each !== example))}
          >
            <X size={16} />
          </IconButton>
        </section>
      ))}
    </fieldset>
  );
}
