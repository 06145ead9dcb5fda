import type { JsonValue } from "@threadline/schema/sdk";
import { readableJson } from "../../json/json-text.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./prompts-page.module.css";

export function JsonBlock({ value }: { readonly value: JsonValue }) {
  return (
    <pre className={styles.json} tabIndex={0}>
      <VisibleText text={readableJson(value)} />
    </pre>
  );
}
