import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { setLimits, type SetLimitsMutationVariables, type SettingsUsageQuery } from "../../generated/settings.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { TextField } from "../../ui/field.tsx";
import { bytesOfGibibytes, gibibytesOf, readLimit } from "./read-limit.ts";
import styles from "./settings.module.css";
import { useUsageText } from "./usage-messages.ts";

/** Limits of the project, which its owners set up to those of the service. */
export function LimitsForm({ usage }: { readonly usage: SettingsUsageQuery["projectUsage"] }) {
  const t = useUsageText();
  const formats = useFormats();
  const { own, service } = usage;
  const [days, setDays] = useState(String(own.retentionDays ?? ""));
  const [steps, setSteps] = useState(String(own.stepsPerDay ?? ""));
  const [gibibytes, setGibibytes] = useState(gibibytesOf(own.storedBytes));
  const [asked, setAsked] = useState<SetLimitsMutationVariables | null>(null);
  const change = useChange(setLimits);
  const fields = {
    days: readLimit(days, service.retentionDays),
    steps: readLimit(steps, service.stepsPerDay),
    gibibytes: readLimit(gibibytes, service.storedBytes, bytesOfGibibytes),
  };
  const isValid = Object.values(fields).every((value) => value !== undefined);
  const hint = (most: string | null): string => (most === null ? t("emptyUnlimited") : t("emptyDefault", { most }));
  const wrong = (value: number | null | undefined): string | undefined =>
    value === undefined ? t("wrongLimit") : undefined;

  const submit = (): void => {
    const { days: retentionDays, steps: stepsPerDay, gibibytes: storedBytes } = fields;
    if (retentionDays === undefined || stepsPerDay === undefined || storedBytes === undefined) return;
    const limits = { retentionDays, stepsPerDay, storedBytes };
    const isShorter = retentionDays !== null && retentionDays < (usage.retentionDays ?? Number.POSITIVE_INFINITY);
    if (isShorter) setAsked(limits);
    else change.mutate(limits);
  };
  const confirm = (): void => {
    if (asked) change.mutate(asked, { onSuccess: () => setAsked(null) });
  };

  return (
    <div className={styles.form}>
      <h2>{t("limits")}</h2>
      <p className={styles.about}>{t("limitsAbout")}</p>
      <Form onSubmit={submit}>
        <TextField
          label={t("retentionField")}
          inputMode="numeric"
          value={days}
          hint={
            wrong(fields.days) ?? hint(service.retentionDays === null ? null : formats.number(service.retentionDays))
          }
          aria-invalid={fields.days === undefined}
          onChange={(event) => setDays(event.target.value)}
        />
        <TextField
          label={t("stepsField")}
          inputMode="numeric"
          value={steps}
          hint={wrong(fields.steps) ?? hint(service.stepsPerDay === null ? null : formats.number(service.stepsPerDay))}
          aria-invalid={fields.steps === undefined}
          onChange={(event) => setSteps(event.target.value)}
        />
        <TextField
          label={t("bytesField")}
          inputMode="decimal"
          value={gibibytes}
          hint={
            wrong(fields.gibibytes) ?? hint(service.storedBytes === null ? null : formats.size(service.storedBytes))
          }
          aria-invalid={fields.gibibytes === undefined}
          onChange={(event) => setGibibytes(event.target.value)}
        />
        <DialogError error={asked === null ? change.error : null} />
        <DialogActions>
          <Button type="submit" look="primary" disabled={!isValid || change.isPending}>
            {t("saveLimits")}
          </Button>
        </DialogActions>
      </Form>
      <ConfirmDialog
        title={t("shorterTitle", { count: asked?.retentionDays ?? 0 })}
        action={t("saveLimits")}
        isOpen={asked !== null}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        <p>{t("shorterAbout")}</p>
      </ConfirmDialog>
    </div>
  );
}
