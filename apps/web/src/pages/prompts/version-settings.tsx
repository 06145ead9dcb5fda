import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, jsonLine } from "../../json/json-text.ts";
import { Facts } from "../../ui/facts.tsx";
import { settingNamed } from "../playground/column/model-settings.ts";
import { usePlaygroundText } from "../playground/messages.ts";
import { JsonBlock } from "./json-block.tsx";
import { usePromptsText } from "./messages.ts";
import styles from "./prompts-page.module.css";

/** Settings of the model as fields, with exact numbers. Objects, such as a response schema, are shown as JSON. */
export function VersionSettings({ settings: value }: { readonly settings: JsonValue | null }) {
  const t = usePromptsText();
  const playground = usePlaygroundText();
  const entries = Object.entries(isJsonObject(value) ? value : {}).filter(([, each]) => each !== null);
  if (entries.length === 0) return null;
  const labelOf = (name: string): string => {
    if (name === "model") return playground("model");
    if (name === "provider") return t("setting_provider");
    const setting = settingNamed(name);
    return setting === undefined ? name : playground(setting);
  };
  const textOf = (each: JsonValue): string | null => {
    if (typeof each === "string") return each;
    if (typeof each === "number") return String(each);
    if (typeof each === "boolean") return t(each ? "setting_yes" : "setting_no");
    return Array.isArray(each) && each.every((part) => typeof part === "string") ? jsonLine(each, 200) : null;
  };
  const facts = entries.flatMap(([name, each]) => {
    const text = textOf(each);
    return text === null ? [] : [{ label: labelOf(name), value: text }];
  });
  const complex = entries.filter(([, each]) => textOf(each) === null);
  return (
    <section className={styles.section} aria-label={t("settings")}>
      <h3>{t("settings")}</h3>
      {facts.length > 0 && <Facts facts={facts} />}
      {complex.length > 0 && <JsonBlock value={Object.fromEntries(complex)} />}
    </section>
  );
}
