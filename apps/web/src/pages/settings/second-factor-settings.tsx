import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionOptions } from "../../api/session.ts";
import { endSecondFactor, renewBackupCodes } from "../../api/second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useToast } from "../../ui/toasts.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";
import { SecondFactorSetup } from "./second-factor-setup.tsx";
import styles from "./settings.module.css";

/** Renders nothing for an account without a password. */
export function SecondFactorSettings() {
  const t = useSecondFactorText();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const isOn = session.account?.hasSecondFactor ?? false;
  if (!session.account?.hasPassword) return null;
  return (
    <div className={styles.form}>
      <h2>{t("secondFactor")}</h2>
      <p className={styles.about}>{isOn ? t("secondFactorOn") : t("secondFactorAbout")}</p>
      {isOn ? <SecondFactorOn /> : <SecondFactorSetup />}
    </div>
  );
}

function SecondFactorOn() {
  const t = useSecondFactorText();
  const client = useQueryClient();
  const toast = useToast();
  const [password, setPassword] = useState("");
  const renew = useMutation({ mutationFn: renewBackupCodes, onSuccess: () => setPassword("") });
  const end = useMutation({
    mutationFn: endSecondFactor,
    onSuccess: async () => {
      await client.invalidateQueries(sessionOptions);
      toast({ text: t("switchedOff") });
    },
  });
  const errors = useFormErrors(renew.error ?? end.error, ["password"]);
  return (
    <>
      <Form
        onSubmit={() => {
          end.reset();
          renew.mutate({ password });
        }}
      >
        <PasswordField
          label={t("passwordForCodes")}
          error={errors.fields.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <DialogError error={errors.other} />
        <DialogActions>
          <Button type="submit" disabled={renew.isPending}>
            {t("renewCodes")}
          </Button>
          <Button
            look="danger"
            disabled={end.isPending}
            onClick={() => {
              renew.reset();
              end.mutate({ password });
            }}
          >
            {t("switchOff")}
          </Button>
        </DialogActions>
      </Form>
      {renew.data && (
        <>
          <p role="status">{t("codesOnce")}</p>
          <BackupCodes codes={renew.data.backupCodes} />
        </>
      )}
    </>
  );
}
