import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { basePath } from "../../api/base-path.ts";
import type { Proof } from "../../api/own-sessions.ts";
import { RequestError } from "../../api/request-error.ts";
import { sessionOptions } from "../../api/session.ts";
import { startSso } from "../../api/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { useSessionText } from "./session-messages.ts";

/**
 * Asks for the account's password before an action. If the account has no password, the service requires a recent
 * sign-in with the identity provider instead.
 */
export function ProofDialog({
  title,
  about,
  action,
  isHarmless = false,
  onProve,
  onClose,
}: {
  readonly title: string;
  readonly about: string;
  readonly action: string;
  /** Whether the button is neutral instead of red. */
  readonly isHarmless?: boolean | undefined;
  readonly onProve: (proof: Proof) => Promise<void>;
  readonly onClose: () => void;
}) {
  const t = useSessionText();
  const ui = useUiText();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const [password, setPassword] = useState("");
  const prove = useMutation({ mutationFn: onProve });
  const sso = useMutation({
    mutationFn: () => startSso(`/${location.pathname.slice(basePath.length)}`),
    onSuccess: (url) => location.assign(url),
  });
  const errors = useFormErrors(sso.error ?? prove.error, ["password"]);
  const hasPassword = session.account?.hasPassword ?? false;
  const isTooLate = prove.error instanceof RequestError && prove.error.reason === "SIGN_IN_AGAIN";
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={() => prove.mutate(hasPassword ? { password } : {})}>
        <p>{about}</p>
        {hasPassword && (
          <PasswordField
            label={t("password")}
            error={errors.fields.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          {isTooLate && session.sso ? (
            <Button look="primary" disabled={sso.isPending} onClick={() => sso.mutate()}>
              {t("signInAgain", { name: session.sso.name })}
            </Button>
          ) : (
            <Button type="submit" look={isHarmless ? "primary" : "danger"} disabled={prove.isPending}>
              {action}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
