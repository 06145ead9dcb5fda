import { useOperation } from "../../api/use-request.ts";
import { usedModels } from "../../generated/playground.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { isChatModel } from "./column/chat-models.ts";
import { usePlaygroundText } from "./messages.ts";

// Loaded on demand, so that the page does not wait for this module.
const SuggestField = onDemand(async () => (await import("../../ui/suggest-field.tsx")).SuggestField);
void SuggestField.preload();

/**
 * Selects a model of a connection. If the connection allows all models, any name is accepted, and the models of
 * recorded generations are suggested.
 */
export function ModelField({
  models,
  isFor = "chat",
  value,
  hint,
  onChange,
}: {
  /** Models that the connection allows; empty if it allows all. */
  readonly models: readonly string[];
  /** Models to suggest if the connection allows all. */
  readonly isFor?: "chat" | "embedding" | undefined;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly onChange: (model: string) => void;
}) {
  const t = usePlaygroundText();
  const isFree = models.length === 0;
  const { data } = useOperation(usedModels, {}, { enabled: isFree });
  if (!isFree) {
    return (
      <SelectField
        label={t("model")}
        hint={hint}
        value={value}
        options={[...new Set([value, ...models])].map((name) => ({ value: name, label: name || "–" }))}
        error={value === "" || models.includes(value) ? null : t("modelNotAllowed")}
        onChange={onChange}
      />
    );
  }
  const used = data?.facets.facets[0]?.values.flatMap(({ value: name }) => name ?? []) ?? [];
  const suggested = isFor === "chat" ? used.filter(isChatModel) : used;
  const change = (name: string): void => onChange(name.trim());
  return (
    // Shows a disabled text field while `SuggestField` loads. In an enabled text field, the user's focus would be lost
    // when `SuggestField` replaces it.
    <SuggestField
      label={t("model")}
      value={value}
      options={suggested}
      onChange={change}
      whileLoading={<TextField label={t("model")} value={value} disabled readOnly />}
    />
  );
}
