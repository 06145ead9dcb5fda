import { parseJson } from "../json/json-text.ts";
import { TextArea } from "./field.tsx";
import { useUiText } from "./messages.ts";

export function JsonField({
  label,
  hint,
  value,
  error,
  rows = 6,
  isReadOnly,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly error?: string | null | undefined;
  readonly rows?: number | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly onChange: (text: string) => void;
}) {
  const t = useUiText();
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={rows}
      spellCheck={false}
      value={value}
      readOnly={isReadOnly}
      error={error ?? problemOf(value, t)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Returns an error message for a text that is not JSON; null for JSON and for empty text. */
function problemOf(text: string, t: ReturnType<typeof useUiText>): string | null {
  const { error } = parseJson(text);
  if (error === null) return null;
  // Browsers state the position in their messages, though not for each error.
  const [, line, column] = /line (\d{1,9}),? column (\d{1,9})/.exec(error) ?? [];
  if (line !== undefined && column !== undefined) return t("notJsonAt", { line, column });
  return t(/^\s*[^\s{["\d-]/.test(text) ? "unquotedText" : "notJson");
}
