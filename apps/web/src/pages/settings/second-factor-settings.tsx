import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionOptions } from "../../api/session.ts";
import { endSecondFactor, renewBackupCodes } from "../../api/second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { TextField } from "../../ui/field.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";
import { SecondFactorSetup } from "./second-factor-setup.tsx";
import styles from "./settings.module.css";

export function SecondFactorSettings() {
  const t = useSecondFactorText();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const isOn = session.account?.hasSecondFactor ?? false;
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
  const [password, setPassword] = useState("");
  const renew = useMutation({ mutationFn: renewBackupCodes, onSuccess: () => setPassword("") });
  const end = useMutation({ mutationFn: endSecondFactor, onSuccess: () => client.invalidateQueries(sessionOptions) });
  return (
    <>
      <Form onSubmit={() => renew.mutate({ password })}>
        <TextField
          label={t("passwordForCodes")}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <DialogError error={renew.error ?? end.error} />
        <DialogActions>
          <Button type="submit" disabled={renew.isPending}>
            {t("renewCodes")}
          </Button>
          <Button look="danger" disabled={end.isPending} onClick={() => end.mutate({ password })}>
            {t("switchOff")}
          </Button>
        </DialogActions>
      </Form>
      {renew.data && (
        <>
          <p role="status">{t("codesOnce")}</p>
          <Code text={renew.data.backupCodes.join("\n")} />
        </>
      )}
    </>
  );
}
