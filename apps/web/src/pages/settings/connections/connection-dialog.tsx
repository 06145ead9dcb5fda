import { useState } from "react";
import { useChange, useRequest } from "../../../api/use-request.ts";
import {
  addConnection,
  changeConnection,
  checkConnection,
  type ModelConnectionKind,
} from "../../../generated/connections.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { MultiSelectField, SelectField, TextArea, TextField } from "../../../ui/field.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { PasswordField } from "../../../ui/password-field.tsx";
import styles from "../settings.module.css";
import { CheckResult } from "./check-result.tsx";
import {
  canCheck,
  type CheckedField,
  type ConnectionDraft,
  connectionKinds,
  draftOf,
  kindsWithUrl,
  modelsOf,
  needsKey,
  readDraft,
  type StoredConnection,
} from "./connection-draft.ts";
import { useConnectionsText } from "./messages.ts";

/** Placeholder for the base URL, for kinds of connections that need one. */
const urlExamples: Readonly<Partial<Record<ModelConnectionKind, string>>> = {
  openaiCompatible: "http://localhost:11434/v1",
  azure: "https://resource.openai.azure.com/openai/v1",
  bedrock: "https://bedrock-runtime.eu-central-1.amazonaws.com",
};

/** Fields that the test uses. Its result is shown until one of them changes. */
const testedFields: ReadonlySet<string> = new Set<keyof ConnectionDraft>([
  "kind",
  "baseUrl",
  "apiKey",
  "removesKey",
  "headers",
  "removesHeaders",
]);

/** Form to add or edit a model connection. Stored secrets are never shown. */
export function ConnectionDialog({
  connection,
  onClose,
}: {
  readonly connection: StoredConnection | null;
  readonly onClose: () => void;
}) {
  const t = useConnectionsText();
  const ui = useUiText();
  const [draft, setDraft] = useState(() => draftOf(connection));
  const [wrong, setWrong] = useState<CheckedField | null>(null);
  const add = useChange(addConnection);
  const change = useChange(changeConnection);
  const check = useRequest(checkConnection);
  const checked = check.data?.checkModelConnection;
  const set = (part: Partial<ConnectionDraft>): void => {
    setDraft((current) => ({ ...current, ...part }));
    setWrong(null);
    // Also discards the result of a test that still runs.
    if (Object.keys(part).some((field) => testedFields.has(field))) check.reset();
  };
  const save = (): void => {
    const read = readDraft(draft, connection);
    setWrong(read.wrong);
    if (read.wrong !== null) return;
    const given = { connection: read.connection };
    if (connection) change.mutate({ id: connection.id, ...given }, { onSuccess: onClose });
    else add.mutate(given, { onSuccess: onClose });
  };
  const runCheck = (): void => {
    // The button stays enabled during a test, so that it keeps the focus.
    if (check.isPending) return;
    const { models, dailyBudget, maxConcurrentCalls } = draftOf(null);
    // The API requires a name, which the test does not use.
    const read = readDraft({ ...draft, name: t("title"), models, dailyBudget, maxConcurrentCalls }, connection);
    setWrong(read.wrong);
    if (read.wrong === null) check.mutate({ id: connection?.id ?? null, connection: read.connection });
  };
  type TextName = Exclude<keyof ConnectionDraft, "kind" | "removesHeaders" | "removesKey">;
  const field = (name: TextName) => ({
    label: t(name),
    value: draft[name],
    error: wrong === name ? t(wrong === "apiKey" && draft.kind === "task" ? "wrong_secret" : `wrong_${wrong}`) : null,
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
  });
  const example = urlExamples[draft.kind];

  return (
    <Dialog title={connection ? t("editTitle") : t("add")} isOpen onClose={onClose}>
      <Form onSubmit={save}>
        <TextField {...field("name")} autoFocus />
        <SelectField
          label={t("kind")}
          value={draft.kind}
          options={connectionKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
          onChange={(kind) => set({ kind: kind as ModelConnectionKind })}
        />
        <TextField
          {...field("baseUrl")}
          hint={kindsWithUrl.has(draft.kind) && example ? t("baseUrlNeeded", { example }) : t("baseUrlHint")}
        />
        <PasswordField {...field("apiKey")} autoComplete="off" hint={keyHint()} disabled={draft.removesKey} />
        {connection?.hasKey === true && (
          <Checkbox
            label={t("removesKey")}
            isChecked={draft.removesKey}
            onChange={(removesKey) => set({ removesKey, apiKey: "" })}
          />
        )}
        <TextArea {...field("headers")} rows={2} hint={headersHint()} disabled={draft.removesHeaders} />
        {connection !== null && connection.headerNames.length > 0 && (
          <Checkbox
            label={t("removesHeaders")}
            isChecked={draft.removesHeaders}
            onChange={(removesHeaders) => set({ removesHeaders, headers: "" })}
          />
        )}
        {canCheck(draft) && (
          <div className={styles.check}>
            <Button aria-disabled={check.isPending} onClick={runCheck}>
              {t("check")}
            </Button>
            <CheckResult kind={draft.kind} result={check.isPending ? undefined : checked} />
            <DialogError error={check.error} />
          </div>
        )}
        {checked && checked.models.length > 0 && (
          <MultiSelectField
            label={t("providerModels")}
            placeholder={t("selectModels")}
            options={checked.models}
            values={modelsOf(draft).filter((model) => checked.models.includes(model))}
            onChange={(values) => {
              const typed = modelsOf(draft).filter((model) => !checked.models.includes(model));
              set({ models: [...typed, ...values].join("\n") });
            }}
          />
        )}
        <TextArea {...field("models")} rows={3} hint={t("modelsHint")} />
        <TextField {...field("dailyBudget")} inputMode="decimal" hint={t("dailyBudgetHint")} />
        <TextField {...field("maxConcurrentCalls")} inputMode="numeric" />
        <DialogError error={add.error ?? change.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={add.isPending || change.isPending}>
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );

  function keyHint(): string | undefined {
    if (connection?.hasKey !== true) {
      if (draft.kind === "bedrock") return t("awsKeyHint");
      if (draft.kind === "task") return t("taskKeyHint");
      return t(needsKey(draft) ? "keyNeeded" : "keyOptional");
    }
    return connection.keyEnding === null ? t("keyStaysHidden") : t("keyStays", { ending: connection.keyEnding });
  }

  function headersHint(): string {
    const names = connection?.headerNames ?? [];
    return names.length === 0 ? t("headersHint") : t("headersStay", { names: names.join(", ") });
  }
}

function Checkbox({
  label,
  isChecked,
  onChange,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  return (
    <label>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} /> {label}
    </label>
  );
}
