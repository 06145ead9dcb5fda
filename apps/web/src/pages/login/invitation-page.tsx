import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { sessionOptions } from "../../api/session.ts";
import { acceptInvitation, readInvitation } from "../../api/sign-in.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { useLoginText } from "./messages.ts";

/**
 * Page of an invitation link. The user joins the project with the account of the invited email, or creates that
 * account.
 */
export function InvitationPage() {
  const t = useLoginText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { token = "" } = useSearch({ from: "/invitation" });
  const { data: session } = useSuspenseQuery(sessionOptions);
  const invitation = useQuery({ queryKey: ["invitation", token], queryFn: () => readInvitation(token), retry: false });
  const attempt = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: async () => {
      client.clear();
      await navigate({ to: "/", replace: true });
    },
  });
  if (invitation.error)
    return (
      <main>
        <ErrorState isPage error={invitation.error} onRetry={() => void invitation.refetch()} />
      </main>
    );
  if (!invitation.data) return <LoadingState />;

  const { email, projectName, role, hasAccount } = invitation.data;
  const title = t("join", { project: projectName });
  const about = t("joinAbout", { email, role: isKnownRole(role) ? t(`role_${role}`) : role });
  if (hasAccount && !session.account) {
    return (
      <LoginFrame title={title} about={about}>
        <Link
          to="/login"
          search={{ next: `/invitation?token=${encodeURIComponent(token)}` }}
          className={buttonClass({ look: "primary" })}
        >
          {t("signInFirst")}
        </Link>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame
      title={title}
      about={about}
      error={attempt.error}
      onSubmit={({ name, password }) => attempt.mutate({ token, name, password })}
    >
      {!session.account && (
        <>
          <TextField label={t("email")} value={email} autoComplete="username" readOnly />
          <TextField label={t("name")} name="name" autoComplete="name" required />
          <TextField
            label={t("newPassword")}
            hint={t("passwordHint")}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={10}
            required
          />
        </>
      )}
      <Button type="submit" look="primary" disabled={attempt.isPending}>
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
