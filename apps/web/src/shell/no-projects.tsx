import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { forgetSession } from "../api/forget-session.ts";
import { sessionOptions } from "../api/session.ts";
import { signOut } from "../api/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { LoginFrame } from "../pages/login/login-frame.tsx";
import { useNoProjectsText } from "./no-projects-messages.ts";

/** Shown to an account that is not a member of any project. */
export function NoProjects() {
  const t = useNoProjectsText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      forgetSession(client);
      await navigate({ to: "/login" });
    },
  });
  return (
    <LoginFrame
      title={t("title")}
      about={t("about")}
      error={leave.error}
      onSubmit={() => {
        if (session.account) leave.mutate();
      }}
    >
      {session.account && (
        <>
          <p>
            <VisibleText text={t("signedIn", { email: session.account.email })} />
          </p>
          <Button type="submit" disabled={leave.isPending}>
            {t("signOut")}
          </Button>
        </>
      )}
    </LoginFrame>
  );
}
