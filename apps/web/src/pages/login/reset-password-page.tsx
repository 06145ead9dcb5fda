import { useMutation } from "@tanstack/react-query";
import { Link, useLoaderData, useSearch } from "@tanstack/react-router";
import { resetPassword } from "../../api/sign-in.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

export function ResetPasswordPage() {
  const t = useLoginText();
  const { token = "" } = useSearch({ from: "/reset-password" });
  const link = useLoaderData({ from: "/reset-password" });
  const attempt = useMutation({ mutationFn: resetPassword });
  if (attempt.isSuccess) {
    return (
      <LoginFrame title={t("passwordReset")} about={t("passwordResetAbout")}>
        <Link to="/login" className={buttonClass({ look: "primary" })}>
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
      error={attempt.error}
      onSubmit={({ password = "" }) => attempt.mutate({ token, password })}
    >
      <TextField label={t("email")} value={link.email} autoComplete="username" readOnly />
      <TextField
        label={t("newPassword")}
        hint={t("passwordHint")}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={10}
        required
      />
      <Button type="submit" look="primary" disabled={attempt.isPending}>
        {t("setPassword")}
      </Button>
    </LoginFrame>
  );
}
