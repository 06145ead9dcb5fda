import { useState } from "react";
import { useChange } from "../../../api/use-request.ts";
import { testConnection } from "../../../generated/connections.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../../ui/dialog-parts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../settings.module.css";
import type { StoredConnection } from "./connection-draft.ts";
import { useConnectionsText } from "./messages.ts";

export function TestDialog({
  connection,
  onClose,
}: {
  readonly connection: StoredConnection;
  readonly onClose: () => void;
}) {
  const t = useConnectionsText();
  const ui = useUiText();
  const formats = useFormats();
  const [model, setModel] = useState(connection.models[0] ?? "");
  const run = useChange(testConnection);
  const result = run.data?.testModelConnection;
  return (
    <Dialog title={t("testTitle", { name: connection.name })} isOpen onClose={onClose}>
      <Form onSubmit={() => run.mutate({ id: connection.id, model })}>
        <p className={styles.about}>{t("testAbout")}</p>
        {connection.models.length > 0 ? (
          <SelectField
            label={t("model")}
            value={model}
            options={connection.models.map((name) => ({ value: name, label: name }))}
            onChange={setModel}
          />
        ) : (
          <TextField label={t("model")} value={model} onChange={(event) => setModel(event.target.value)} autoFocus />
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
          <Button type="submit" look="primary" disabled={run.isPending || model.trim() === ""}>
            {t("send")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
