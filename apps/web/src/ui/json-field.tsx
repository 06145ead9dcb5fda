import { parseJson } from "../json/json-text.ts";
import { TextArea } from "./field.tsx";

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
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={rows}
      spellCheck={false}
      value={value}
      readOnly={isReadOnly}
      error={error ?? parseJson(value).error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
