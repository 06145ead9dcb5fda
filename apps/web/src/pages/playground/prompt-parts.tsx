import { JsonField } from "../../ui/json-field.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import type { DraftProblems, PromptDraft } from "./prompt-draft.ts";

/** Parts of a prompt other than its messages. */
export function PromptParts({
  draft,
  problems,
  onChange,
}: {
  readonly draft: PromptDraft;
  readonly problems: DraftProblems;
  readonly onChange: (part: Partial<PromptDraft>) => void;
}) {
  const t = usePlaygroundText();
  const problemOf = (field: "settings" | "tools" | "defaults"): string | null => {
    const problem = problems.get(field);
    if (problem === "object") return t("notAnObject");
    return problem === "list" ? t("notAList") : null;
  };
  return (
    <details className={styles.more}>
      <summary>{t("more")}</summary>
      <div>
        {(["settings", "tools", "defaults"] as const).map((field) => (
          <JsonField
            key={field}
            label={t(field)}
            rows={4}
            value={draft[field]}
            error={problemOf(field)}
            onChange={(text) => onChange({ [field]: text })}
          />
        ))}
      </div>
    </details>
  );
}
