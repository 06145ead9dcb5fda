import { absoluteServiceUrl } from "../../api/base-path.ts";
import { Code } from "../../ui/code.tsx";
import { useOperation } from "../../api/use-request.ts";
import { promptVersionDetail } from "../../generated/prompts.ts";
import { knownTemplateFields } from "../../prompt-template/template-fields.ts";
import { pythonSnippet, typescriptSnippet } from "./code-snippets.ts";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";

export function CodePanel({ lineage, version }: { readonly lineage: PromptLineage; readonly version: number }) {
  const t = usePromptsText();
  const { data } = useOperation(promptVersionDetail, { name: lineage.name, version });
  const messages = data?.promptVersion?.templateMessages ?? null;
  const fields = knownTemplateFields(Array.isArray(messages) ? messages : []);
  // Omits variables that occur only inside sections, because the example value of the section contains them.
  const asked = fields.filter(({ sections }) => sections.length === 0);
  const values = new Map(asked.map(({ name, example }) => [name, example]));
  const prompt = { url: absoluteServiceUrl(), name: lineage.name, version, values };
  return (
    <>
      <p className={styles.muted}>{t("codeAbout")}</p>
      <section className={styles.section}>
        <h3>{t("codeTypescript")}</h3>
        <Code text={typescriptSnippet(prompt)} />
      </section>
      <section className={styles.section}>
        <h3>{t("codePython")}</h3>
        <p className={styles.muted}>{t("codePythonAbout")}</p>
        <Code text={pythonSnippet(prompt)} />
      </section>
    </>
  );
}
