import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { setLimits, type SetLimitsMutationVariables, type SettingsUsageQuery } from "../../generated/settings.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { TextField } from "../../ui/field.tsx";
import { bytesOfGibibytes, gibibytesOf, type LimitProblem, maxGibibytes, readLimit } from "./read-limit.ts";
import styles from "./settings.module.css";
import { useStorageText } from "./use-storage-text.ts";
import { useUsageText } from "./usage-messages.ts";

function shown(limit: number | null, format: (value: number) => string): string | null {
  return limit === null ? null : format(limit);
}

/** Limits of the project. Owners can change them, up to the limits of the service. */
export function LimitsForm({ usage }: { readonly usage: SettingsUsageQuery["projectUsage"] }) {
  const t = useUsageText();
  const formats = useFormats();
  const gibibytesText = useStorageText();
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
  const isValid = Object.values(fields).every((value) => typeof value !== "string");
  const textsOf = (value: number | null | LimitProblem, most: string | null, top = Number.MAX_SAFE_INTEGER) => ({
    hint: most === null ? t("emptyUnlimited") : t("emptyDefault", { most }),
    error: typeof value !== "string" ? null : t(`limit_${value}`, { most: most ?? count(top) }),
  });
  const count = (value: number): string => formats.number(value);

  const submit = (): void => {
    const { days: retentionDays, steps: stepsPerDay, gibibytes: storedBytes } = fields;
    if (typeof retentionDays === "string" || typeof stepsPerDay === "string" || typeof storedBytes === "string") return;
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
        <div className={styles.fields}>
          <TextField
            label={t("retentionField")}
            inputMode="numeric"
            value={days}
            {...textsOf(fields.days, shown(service.retentionDays, count))}
            onChange={(event) => setDays(event.target.value)}
          />
          <TextField
            label={t("stepsField")}
            inputMode="numeric"
            value={steps}
            {...textsOf(fields.steps, shown(service.stepsPerDay, count))}
            onChange={(event) => setSteps(event.target.value)}
          />
          <TextField
            label={t("bytesField")}
            inputMode="decimal"
            value={gibibytes}
            {...textsOf(fields.gibibytes, shown(service.storedBytes, gibibytesText), maxGibibytes)}
            onChange={(event) => setGibibytes(event.target.value)}
          />
        </div>
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
