import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, parseJson } from "../../json/json-text.ts";
import { renderMessages, type TemplateValues } from "../../prompt-template/render-messages.ts";
import type { TemplateVariable } from "../../prompt-template/template-variables.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { MessageCard } from "../prompts/message-card.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import type { PromptContent } from "./prompt-draft.ts";

/** What a model would be sent. */
export function RenderedMessages({
  content,
  variables,
  values,
}: {
  readonly content: PromptContent;
  readonly variables: readonly TemplateVariable[];
  readonly values: Readonly<Record<string, string>>;
}) {
  const t = usePlaygroundText();
  const rendered = render(content, readValues(content.variablesDefaultValues, variables, values));
  return (
    <section className={styles.column}>
      <div className={styles.head}>
        <h2>{t("rendered")}</h2>
        {rendered.messages && <CopyButton label={t("copy")} text={JSON.stringify(rendered.messages, null, 2)} />}
      </div>
      {rendered.messages ? (
        rendered.messages.map((message, index) => (
          // Rendered anew at each change.
          <MessageCard key={index} message={message} show={(text) => text} />
        ))
      ) : (
        <p className={styles.error} role="alert">
          {rendered.problem}
        </p>
      )}
    </section>
  );
}

function render(
  { templateMessages }: PromptContent,
  values: TemplateValues,
): { readonly messages: JsonValue[]; readonly problem: null } | { readonly messages: null; readonly problem: string } {
  try {
    return { messages: renderMessages(templateMessages, values), problem: null };
  } catch (error) {
    return { messages: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The defaults with what was filled in over them. JSON that cannot be read counts as not filled in. */
function readValues(
  defaults: JsonValue,
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, string>>,
): TemplateValues {
  const filled = variables.flatMap(({ name, language }) => {
    const text = values[name] ?? "";
    if (text === "") return [];
    const value = language === "json" ? parseJson(text).value : text;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(isJsonObject(defaults) ? defaults : {}), ...Object.fromEntries(filled) };
}
