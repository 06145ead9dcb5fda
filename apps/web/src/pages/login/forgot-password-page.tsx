import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { sessionOptions } from "../../api/session.ts";
import { requestReset } from "../../api/sign-in.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

export function ForgotPasswordPage() {
  const t = useLoginText();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const attempt = useMutation({ mutationFn: requestReset });
  const typed = useRouterState({ select: ({ location }) => location.state.email });
  const errors = useFormErrors(attempt.error, ["email"]);
  const back = (
    <Link to="/login" className={buttonClass({})}>
      {t("toSignIn")}
    </Link>
  );
  if (!session.mayResetPassword) {
    return (
      <LoginFrame title={t("forgotten")} about={t("operatorResets")}>
        <Code text="threadline account reset-password you@example.com" />
        {back}
      </LoginFrame>
    );
  }
  if (attempt.isSuccess) {
    return (
      <LoginFrame title={t("linkSent")} about={t("linkSentAbout", { email: attempt.variables.email })}>
        {back}
      </LoginFrame>
    );
  }
  return (
    <LoginFrame
      title={t("forgotten")}
      about={t("forgottenAbout")}
      error={errors.other}
      failure={attempt.error}
      onSubmit={({ email = "" }) => attempt.mutate({ email })}
    >
      <TextField
        label={t("email")}
        error={errors.fields.email}
        name="email"
        defaultValue={typed}
        type="email"
        autoComplete="username"
        autoFocus
        required
      />
      <Button type="submit" look="primary" disabled={attempt.isPending}>
        {t("sendLink")}
      </Button>
      {back}
    </LoginFrame>
  );
}
