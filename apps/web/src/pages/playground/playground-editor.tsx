import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { templateFields, type TemplateField } from "../../prompt-template/template-fields.ts";
import { Button } from "../../ui/button.tsx";
import type { LoadedVersion } from "./loaded-version.ts";
import { usePlaygroundText } from "./messages.ts";
import { MessageEditors } from "./message-editors.tsx";
import styles from "./playground-page.module.css";
import { draftOfVersion, type PromptDraft, readPromptDraft } from "./prompt-draft.ts";
import { PromptParts } from "./prompt-parts.tsx";
import { RenderedMessages } from "./rendered-messages.tsx";
import { renderPreview } from "./render-preview.ts";
import { SaveDialog } from "./save-dialog.tsx";
import { VariableFields } from "./variable-fields.tsx";

/** Template on the left, variables and rendered messages on the right. */
export function PlaygroundEditor({
  lineageId,
  name,
  version,
}: {
  readonly lineageId: string;
  readonly name: string;
  /** Null when the prompt has no version yet. */
  readonly version: LoadedVersion | null;
}) {
  const t = usePlaygroundText();
  const mayWrite = usePermission("write");
  const [draft, setDraft] = useState(() => draftOfVersion(version));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const set = (part: Partial<PromptDraft>): void => setDraft((current) => ({ ...current, ...part }));
  const { content, problems } = readPromptDraft(draft);
  const variables = variablesOf(content.templateMessages);
  const preview = renderPreview(content, variables, values);

  return (
    <div className={styles.columns}>
      <section className={styles.column} aria-label={t("template")}>
        <div className={styles.head}>
          <h2>{t("template")}</h2>
          {mayWrite && (
            <Button look="primary" disabled={problems.size > 0} onClick={() => setIsSaving(true)}>
              {t("save")}
            </Button>
          )}
        </div>
        <MessageEditors messages={draft.messages} problems={problems} onChange={(messages) => set({ messages })} />
        <PromptParts draft={draft} problems={problems} onChange={set} />
        {problems.size > 0 && <p role="alert">{t("problem")}</p>}
      </section>
      <div className={styles.column}>
        <VariableFields
          variables={variables}
          defaults={content.variablesDefaultValues}
          values={values}
          unset={new Set(Array.from(preview.unset, (path) => path.split(".")[0] ?? path))}
          onChange={(variable, text) => setValues((current) => ({ ...current, [variable]: text }))}
        />
        <RenderedMessages preview={preview} />
      </div>
      {isSaving && (
        <SaveDialog
          lineageId={lineageId}
          name={name}
          version={version}
          content={content}
          onClose={() => setIsSaving(false)}
        />
      )}
    </div>
  );
}

/** A template that cannot be parsed has no variables; rendering it shows the error. */
function variablesOf(messages: Parameters<typeof templateFields>[0]): TemplateField[] {
  try {
    return templateFields(messages);
  } catch {
    return [];
  }
}
