import { useState } from "react";
import { parseJson } from "../json/json-text.ts";
import { Button } from "./button.tsx";
import { TextArea } from "./field.tsx";
import { JsonField } from "./json-field.tsx";
import { type TextPart, textPartOf } from "./text-part.ts";
import { useValueFieldText } from "./value-field-messages.ts";
import styles from "./value-field.module.css";

const plain: TextPart = { text: "", replace: (text) => text };

/**
 * Field for a JSON value. If the value is a text, or a message or object with one text, the user edits this text, and
 * the rest of the value stays. All other values are edited as JSON.
 */
export function ValueField(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The value as JSON; empty for none. */
  readonly value: string;
  readonly error?: string | null | undefined;
  readonly rows?: number | undefined;
  readonly onChange: (json: string) => void;
}) {
  const { label, hint, value, error = null, rows = 6, onChange } = props;
  const t = useValueFieldText();
  const [chosen, setChosen] = useState<"text" | "json" | null>(null);
  // Form that a text had before the user emptied the field. The next text gets the same form.
  const [emptied, setEmptied] = useState(plain);
  const isEmpty = value.trim() === "";
  const parsed = parseJson(value);
  const part = isEmpty ? emptied : parsed.error === null ? textPartOf(parsed.value ?? null) : null;
  const isText = part !== null && (chosen ?? (isEmpty ? "json" : "text")) === "text";
  // A text that was written as JSON, but without quotation marks.
  const isUnquoted = parsed.error !== null && /^\s*[^\s{["\d-]/.test(value);

  const changeText = (text: string): void => {
    setChosen("text");
    if (part !== null) setEmptied({ ...part, text: "" });
    onChange(text === "" ? "" : JSON.stringify((part ?? plain).replace(text), null, 2));
  };
  const changeJson = (json: string): void => {
    setChosen("json");
    setEmptied(plain);
    onChange(json);
  };
  return (
    <div className={styles.field}>
      {isText ? (
        <TextArea
          className={styles.text}
          label={label}
          hint={hint}
          rows={rows}
          value={part.text}
          error={error}
          onChange={(event) => changeText(event.target.value)}
        />
      ) : (
        <JsonField
          label={label}
          hint={hint}
          rows={rows}
          value={value}
          error={error ?? (isUnquoted ? t("unquoted") : null)}
          onChange={changeJson}
        />
      )}
      <div className={styles.formats} role="group" aria-label={t("format")}>
        <Button
          size="small"
          look="plain"
          isPressed={isText}
          disabled={part === null && !isUnquoted}
          title={part === null && !isUnquoted ? t("notOneText") : undefined}
          onClick={() => (part === null ? changeText(value) : setChosen("text"))}
        >
          {t("text")}
        </Button>
        <Button size="small" look="plain" isPressed={!isText} onClick={() => setChosen("json")}>
          {t("json")}
        </Button>
      </div>
    </div>
  );
}
