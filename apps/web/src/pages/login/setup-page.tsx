import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useLoaderData, useNavigate, useSearch } from "@tanstack/react-router";
import { setUp } from "../../api/sign-in.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

export function SetupPage() {
  const t = useLoginText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { token = "" } = useSearch({ from: "/setup" });
  const attempt = useMutation({
    mutationFn: setUp,
    onSuccess: async () => {
      client.clear();
      await navigate({ to: "/", replace: true });
    },
  });
  const errors = useFormErrors(attempt.error, ["name", "email", "password"]);
  const isValid = useLoaderData({ from: "/setup" });
  if (!isValid) {
    return (
      <LoginFrame title={t("setupInvalid")} about={t("setupInvalidAbout")}>
        <Link to="/login" className={buttonClass({ look: "primary" })}>
          {t("toSignIn")}
        </Link>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame
      title={t("setUp")}
      about={t("setUpAbout")}
      error={errors.other}
      failure={attempt.error}
      onSubmit={({ name = "", email = "", password = "" }) => attempt.mutate({ token, name, email, password })}
    >
      <TextField label={t("name")} error={errors.fields.name} name="name" autoComplete="name" autoFocus required />
      <TextField
        label={t("email")}
        error={errors.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        required
      />
      <PasswordField
        label={t("newPassword")}
        hint={t("passwordHint")}
        error={errors.fields.password}
        name="password"
        autoComplete="new-password"
        minLength={10}
        required
      />
      <Button type="submit" look="primary" disabled={attempt.isPending}>
        {t("createAccount")}
      </Button>
    </LoginFrame>
  );
}
