import { useMutation } from "@tanstack/react-query";
import { Link, useLoaderData, useSearch } from "@tanstack/react-router";
import { resetPassword } from "../../api/sign-in.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

export function ResetPasswordPage() {
  const t = useLoginText();
  const { token = "" } = useSearch({ from: "/reset-password" });
  const link = useLoaderData({ from: "/reset-password" });
  const attempt = useMutation({ mutationFn: resetPassword });
  const errors = useFormErrors(attempt.error, ["password"]);
  if (attempt.isSuccess) {
    return (
      <LoginFrame title={t("passwordReset")} about={t("passwordResetAbout")}>
        <Link to="/login" state={{ email: link?.email }} className={buttonClass({ look: "primary" })}>
          {t("toSignIn")}
        </Link>
      </LoginFrame>
    );
  }
  if (!link) {
    return (
      <LoginFrame title={t("setupInvalid")} about={t("resetInvalidAbout")}>
        <Link to="/forgot-password" className={buttonClass({ look: "primary" })}>
          {t("requestAgain")}
        </Link>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame
      title={t("chooseNew")}
      about={t("chooseNewAbout")}
      error={errors.other}
      failure={attempt.error}
      onSubmit={({ password = "" }) => attempt.mutate({ token, password })}
    >
      <TextField label={t("email")} value={link.email} autoComplete="username" readOnly />
      <PasswordField
        label={t("newPassword")}
        hint={t("passwordHint")}
        error={errors.fields.password}
        name="password"
        autoComplete="new-password"
        minLength={10}
        autoFocus
        required
      />
      <Button type="submit" look="primary" disabled={attempt.isPending}>
        {t("setPassword")}
      </Button>
    </LoginFrame>
  );
}
