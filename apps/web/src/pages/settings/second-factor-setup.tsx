import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { beginSecondFactor, confirmSecondFactor } from "../../api/second-factor.ts";
import { sessionOptions } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { useToast } from "../../ui/toasts.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { QrCode } from "./qr-code.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";

export function SecondFactorSetup() {
  const t = useSecondFactorText();
  const ui = useUiText();
  const client = useQueryClient();
  const toast = useToast();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const begin = useMutation({ mutationFn: beginSecondFactor, onSuccess: () => setPassword("") });
  const confirm = useMutation({
    mutationFn: confirmSecondFactor,
    onSuccess: async () => {
      await client.invalidateQueries(sessionOptions);
      toast({ text: t("switchedOn") });
    },
  });

  const beginErrors = useFormErrors(begin.error, ["password"]);
  const errors = useFormErrors(confirm.error, ["code"]);
  if (!begin.data) {
    return (
      <Form onSubmit={() => begin.mutate({ password })}>
        <PasswordField
          label={t("passwordForCodes")}
          error={beginErrors.fields.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <DialogError error={beginErrors.other} />
        <DialogActions>
          <Button type="submit" disabled={begin.isPending}>
            {t("setUpSecondFactor")}
          </Button>
        </DialogActions>
      </Form>
    );
  }
  const { uri, secret, backupCodes } = begin.data;
  return (
    <Form onSubmit={() => confirm.mutate({ code })}>
      <p>{t("scanCode")}</p>
      <QrCode text={uri} label={t("qrCode")} />
      <Code text={secret} />
      <p>{t("codesOnce")}</p>
      <BackupCodes codes={backupCodes} />
      <TextField
        ref={focusInPlace}
        label={t("codeOfAuthenticator")}
        error={errors.fields.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <DialogError error={errors.other} />
      <DialogActions>
        <Button
          onClick={() => {
            setCode("");
            confirm.reset();
            begin.reset();
          }}
        >
          {ui("cancel")}
        </Button>
        <Button type="submit" look="primary" disabled={confirm.isPending}>
          {t("switchOn")}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Focuses a field without scrolling, so that the QR code above it stays in view. */
function focusInPlace(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}
