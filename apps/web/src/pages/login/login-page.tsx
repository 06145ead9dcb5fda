import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useRouter, useRouterState, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { RequestError } from "../../api/request-error.ts";
import { sessionOptions } from "../../api/session.ts";
import { signIn, signOut, startSso } from "../../api/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { CodePage } from "./code-page.tsx";
import { localPath } from "./local-path.ts";
import styles from "./login-frame.module.css";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

export function LoginPage() {
  const t = useLoginText();
  const router = useRouter();
  const client = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const { next, error, hasEnded } = useSearch({ from: "/login" });
  /** Email that another page has passed on, such as the page of an invitation. */
  const known = useRouterState({ select: ({ location }) => location.state.email });
  const [email, setEmail] = useState(known ?? "");
  const goOn = async (): Promise<void> => {
    client.clear();
    await router.navigate({ href: localPath(next) });
  };
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: ({ awaitsCode }) => (awaitsCode ? undefined : goOn()),
  });
  const isWrong = attempt.error instanceof RequestError && attempt.error.isSignedOut;
  const errors = useFormErrors(isWrong ? null : attempt.error, ["email", "password"]);
  const sso = useMutation({ mutationFn: () => startSso(localPath(next)), onSuccess: (url) => location.assign(url) });
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => client.invalidateQueries(sessionOptions) });
  const refused = error === undefined ? null : new Error(refusalText(t, error, session.sso?.name));

  if (!session.isSetUp && !session.noLogin) return <NotSetUp />;
  if (attempt.data?.awaitsCode) return <CodePage onSignedIn={goOn} onCancel={() => attempt.reset()} />;
  return (
    <LoginFrame
      title={t("title")}
      about={
        session.account ? (
          <StillSignedIn name={session.account.name} onSignOut={() => leave.mutate()} />
        ) : (
          hasEnded && t("sessionEnded")
        )
      }
      error={errors.other ?? sso.error ?? leave.error ?? refused}
      failure={attempt.error}
      onSubmit={({ email: given = "", password = "" }) => attempt.mutate({ email: given, password })}
    >
      <TextField
        label={t("email")}
        error={errors.fields.email}
        onChange={(event) => setEmail(event.target.value)}
        name="email"
        defaultValue={known}
        type="email"
        autoComplete="username"
        autoFocus={known === undefined}
        required
      />
      <PasswordField
        label={t("password")}
        error={isWrong ? t("wrong") : errors.fields.password}
        name="password"
        autoComplete="current-password"
        autoFocus={known !== undefined}
        required
      />
      <Button type="submit" look="primary" disabled={attempt.isPending}>
        {t("signIn")}
      </Button>
      <Link to="/forgot-password" state={{ email }}>
        {t("forgot")}
      </Link>
      {session.sso && (
        <Button disabled={sso.isPending} onClick={() => sso.mutate()}>
          {t("signInWith", { name: session.sso.name })}
        </Button>
      )}
      {!session.sso && <p className={styles.about}>{t("noAccount")}</p>}
    </LoginFrame>
  );
}

/** Returns the text for a failed single sign-on. `error` is the code of the service or of the provider. */
function refusalText(t: ReturnType<typeof useLoginText>, error: string, name: string | undefined): string {
  if (error === "account_not_linked") return t("ssoNotConnected");
  return error === "access_denied" && name !== undefined ? t("ssoDenied", { name }) : t("ssoRefused", { error });
}

/** Shown if the user is already signed in, with a button to sign out. */
function StillSignedIn({ name, onSignOut }: { readonly name: string; readonly onSignOut: () => void }) {
  const t = useLoginText();
  return (
    <>
      {t("stillSignedIn", { name })}{" "}
      <Button size="small" onClick={onSignOut}>
        {t("signOut")}
      </Button>
    </>
  );
}

function NotSetUp() {
  const t = useLoginText();
  return (
    <LoginFrame title={t("notSetUp")} about={t("notSetUpAbout")}>
      {null}
    </LoginFrame>
  );
}
