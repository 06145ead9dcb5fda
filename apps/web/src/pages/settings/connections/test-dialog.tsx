import { useState } from "react";
import { useChange } from "../../../api/use-request.ts";
import { type CheckConnectionMutation, testConnection } from "../../../generated/connections.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { SuggestField } from "../../../ui/suggest-field.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../settings.module.css";
import { CheckResult } from "./check-result.tsx";
import type { StoredConnection } from "./connection-draft.ts";
import { useConnectionsText } from "./messages.ts";

/** Test of a connection without a call of a model: a request of the provider's list, or a signed test request. */
interface Check {
  readonly result: CheckConnectionMutation["checkModelConnection"] | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly run: () => void;
}

export function TestDialog({
  connection,
  check,
  onClose,
}: {
  readonly connection: StoredConnection;
  /** Null if the connection can only be tested by calling a model. */
  readonly check: Check | null;
  readonly onClose: () => void;
}) {
  const t = useConnectionsText();
  const ui = useUiText();
  const formats = useFormats();
  const [model, setModel] = useState(connection.models[0] ?? "");
  const run = useChange(testConnection);
  const result = run.data?.testModelConnection;
  const isBusy = run.isPending || check?.isPending === true;
  // Without a model, only the check can be repeated.
  const isCheck = check !== null && model.trim() === "";
  return (
    <Dialog title={t("testTitle", { name: connection.name })} isOpen onClose={onClose}>
      <Form onSubmit={() => (isCheck ? check.run() : run.mutate({ id: connection.id, model }))}>
        {check ? (
          <>
            {check.isPending && <p role="status">{t("testing")}</p>}
            <CheckResult kind={connection.kind} result={check.isPending ? undefined : check.result} isStored />
            <DialogError error={check.error} />
          </>
        ) : (
          <p className={styles.about}>{t("testAbout")}</p>
        )}
        {connection.models.length > 0 ? (
          <SelectField
            label={t("model")}
            value={model}
            options={connection.models.map((name) => ({ value: name, label: name }))}
            onChange={setModel}
          />
        ) : check === null ? (
          <TextField label={t("model")} value={model} onChange={(event) => setModel(event.target.value)} autoFocus />
        ) : (
          connection.kind !== "task" && (
            <SuggestField
              label={t("model")}
              hint={t("callModelHint")}
              value={model}
              options={check.result?.models ?? []}
              onChange={setModel}
            />
          )
        )}
        <div role="status">
          {result && !run.isPending && (
            <>
              <strong className={result.ok ? undefined : styles.full}>
                {result.ok
                  ? t("works", { time: formats.duration(result.durationMs / 1_000) })
                  : t(`problem_${result.problem ?? "providerFailed"}`)}
              </strong>
              <p className={styles.name}>
                <VisibleText text={result.message} />
              </p>
            </>
          )}
        </div>
        <DialogError error={run.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("close")}</Button>
          <Button type="submit" look="primary" disabled={isBusy || (!isCheck && model.trim() === "")}>
            {t(isCheck ? "check" : "send")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
