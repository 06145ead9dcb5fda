import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { sessionOptions } from "../../api/session.ts";
import { acceptInvitation, readInvitation, signOut, startSso } from "../../api/sign-in.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useUiText } from "../../ui/messages.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

/**
 * Page of an invitation link. The user joins the project with the account of the invited email, or creates that account
 * with a password or by single sign-on.
 */
export function InvitationPage() {
  const t = useLoginText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { token = "" } = useSearch({ from: "/invitation" });
  const { data: session } = useSuspenseQuery(sessionOptions);
  const invitation = useQuery({ queryKey: ["invitation", token], queryFn: () => readInvitation(token), retry: false });
  const ui = useUiText();
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => client.invalidateQueries(sessionOptions) });
  const sso = useMutation({ mutationFn: startSso, onSuccess: (url) => location.assign(url) });
  const attempt = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: async () => {
      client.clear();
      const joined = invitation.data?.projectId;
      await (joined === undefined
        ? navigate({ to: "/", replace: true })
        : navigate({ to: "/projects/$projectId", params: { projectId: joined }, replace: true }));
    },
  });
  const errors = useFormErrors(attempt.error, ["name", "password"]);
  if (invitation.error)
    return (
      <main>
        <ErrorState isPage error={invitation.error} onRetry={() => void invitation.refetch()} />
      </main>
    );
  if (invitation.data === undefined) return <LoadingState />;
  if (invitation.data === null) {
    return (
      <LoginFrame title={t("setupInvalid")} about={t("invitationInvalidAbout")}>
        <Link to={session.account ? "/" : "/login"} className={buttonClass({ look: "primary" })}>
          {session.account ? ui("home") : t("toSignIn")}
        </Link>
      </LoginFrame>
    );
  }

  const { email, projectName, inviterName, role, hasAccount } = invitation.data;
  const title = t("join", { project: projectName });
  const values = { email, role: isKnownRole(role) ? t(`role_${role}`) : role };
  const about = inviterName === null ? t("joinAbout", values) : t("joinAboutBy", { ...values, inviter: inviterName });
  const returnTo = `/invitation?token=${encodeURIComponent(token)}`;
  if (session.account && session.account.email !== email) {
    return (
      <LoginFrame
        title={title}
        about={t("joinOther", { email, own: session.account.email })}
        error={leave.error}
        onSubmit={() => leave.mutate()}
      >
        <Button type="submit" look="primary" disabled={leave.isPending}>
          {t("signOut")}
        </Button>
        <Link to="/" className={buttonClass({})}>
          {ui("home")}
        </Link>
      </LoginFrame>
    );
  }
  if (hasAccount && !session.account) {
    return (
      <LoginFrame title={title} about={about}>
        <Link to="/login" search={{ next: returnTo }} state={{ email }} className={buttonClass({ look: "primary" })}>
          {t("signInFirst")}
        </Link>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame
      title={title}
      about={about}
      error={errors.other ?? sso.error}
      failure={attempt.error}
      onSubmit={({ name, password }) => attempt.mutate({ token, name, password })}
    >
      {!session.account && (
        <>
          {session.sso && (
            <>
              <Button look="primary" disabled={sso.isPending} onClick={() => sso.mutate(returnTo)}>
                {t("continueWith", { name: session.sso.name })}
              </Button>
              <p>{t("orPassword")}</p>
            </>
          )}
          <TextField label={t("email")} value={email} autoComplete="username" readOnly />
          <TextField
            label={t("name")}
            error={errors.fields.name}
            name="name"
            autoComplete="name"
            autoFocus={!session.sso}
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
        </>
      )}
      <Button type="submit" look={session.sso && !session.account ? "normal" : "primary"} disabled={attempt.isPending}>
        {t("accept")}
      </Button>
    </LoginFrame>
  );
}

const roles = ["owner", "admin", "editor", "annotator", "viewer"] as const;

/** Whether this page has a text for the role. A newer service may return other roles. */
function isKnownRole(role: string): role is (typeof roles)[number] {
  return roles.some((each) => each === role);
}
