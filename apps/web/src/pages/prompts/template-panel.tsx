import type { JsonValue } from "@threadline/schema/sdk";
import { useOperation } from "../../api/use-request.ts";
import { promptVersionDetail } from "../../generated/prompts.ts";
import { isJsonObject, jsonLine, readableJson } from "../../json/json-text.ts";
import { knownTemplateFields } from "../../prompt-template/template-fields.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { JsonBlock } from "./json-block.tsx";
import { MessageCard } from "./message-card.tsx";
import { usePromptsText } from "./messages.ts";
import styles from "./prompts-page.module.css";
import { TemplateText } from "./template-text.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

const VersionSettings = onDemand(async () => (await import("./version-settings.tsx")).VersionSettings);

export function TemplatePanel({ name, version }: { readonly name: string; readonly version: number }) {
  const t = usePromptsText();
  const { data, error, refetch } = useOperation(promptVersionDetail, { name, version });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const shown = data.promptVersion;
  if (!shown) return <EmptyState title={t("versionMissing")} />;
  const messages = Array.isArray(shown.templateMessages) ? shown.templateMessages : [];
  return (
    <>
      {shown.versionDesc && (
        <p className={styles.muted}>
          <VisibleText text={shown.versionDesc} />
        </p>
      )}
      <section className={styles.section} aria-label={t("messages")}>
        {messages.map((message, index) => (
          // The messages of a version never change, so the index can be the key.
          <MessageCard key={index} message={message} show={(text) => <TemplateText text={text} />} />
        ))}
      </section>
      <Variables messages={messages} variables={shown.variables} defaults={shown.variablesDefaultValues} />
      <VersionSettings settings={shown.settings} />
      <JsonSection title={t("tools")} value={shown.tools} />
    </>
  );
}

function Variables({
  messages,
  variables,
  defaults,
}: {
  readonly messages: readonly JsonValue[];
  readonly variables: JsonValue | null;
  readonly defaults: JsonValue | null;
}) {
  const t = usePromptsText();
  const rows = Array.isArray(variables) ? variables.filter(isJsonObject) : [];
  const fields = new Map(knownTemplateFields(messages).map((field) => [field.name, field.sections.join(", ")]));
  const values = isJsonObject(defaults ?? undefined) ? (defaults as { [name: string]: JsonValue }) : {};
  return (
    <section className={styles.section}>
      <h3>{t("variables")}</h3>
      {rows.length === 0 ? (
        <p className={styles.muted}>{t("noVariables")}</p>
      ) : (
        <Table
          label={t("variables")}
          columns={[
            { key: "variable", label: t("variable") },
            { key: "language", label: t("language") },
            { key: "default", label: t("default") },
          ]}
        >
          {rows.map((variable) => {
            const name = readableJson(variable["name"]);
            return (
              <tr key={name}>
                <td>
                  <code>
                    <VisibleText text={name} />
                  </code>
                </td>
                <td>
                  {variable["language"] === "json" ? t("json") : t("plaintext")}
                  {fields.get(name) && (
                    <span className={styles.muted}> {t("inSections", { names: fields.get(name) ?? "" })}</span>
                  )}
                </td>
                <td>{Object.hasOwn(values, name) ? <VisibleText text={jsonLine(values[name], 200)} /> : "–"}</td>
              </tr>
            );
          })}
        </Table>
      )}
    </section>
  );
}

function JsonSection({ title, value }: { readonly title: string; readonly value: JsonValue | null }) {
  if (value === null || (typeof value === "object" && Object.keys(value).length === 0)) return null;
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <JsonBlock value={value} />
    </section>
  );
}
