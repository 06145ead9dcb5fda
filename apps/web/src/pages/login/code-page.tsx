import { useMutation } from "@tanstack/react-query";
import { finishSignIn } from "../../api/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

export function CodePage({
  onSignedIn,
  onCancel,
}: {
  readonly onSignedIn: () => Promise<void>;
  readonly onCancel: () => void;
}) {
  const t = useLoginText();
  const attempt = useMutation({ mutationFn: finishSignIn, onSuccess: onSignedIn });
  const errors = useFormErrors(attempt.error, ["code"]);
  return (
    <LoginFrame
      title={t("code")}
      about={t("codeAbout")}
      error={errors.other}
      failure={attempt.error}
      onSubmit={({ code = "" }) => attempt.mutate({ code })}
    >
      <TextField
        label={t("codeField")}
        hint={t("codeHint")}
        error={errors.fields.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        required
      />
      <Button type="submit" look="primary" disabled={attempt.isPending}>
        {t("signIn")}
      </Button>
      <Button onClick={onCancel}>{t("startAgain")}</Button>
      <details>
        <summary>{t("codeLost")}</summary>
        <p>{t("codeLostAbout")}</p>
        <Code text="threadline account reset-second-factor you@example.com" />
      </details>
    </LoginFrame>
  );
}
