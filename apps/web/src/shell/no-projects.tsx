import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { forgetSession } from "../api/forget-session.ts";
import { sessionOptions } from "../api/session.ts";
import { signOut } from "../api/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { DialogError } from "../ui/dialog-parts.tsx";
import { EmptyState } from "../ui/page-state.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
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
    <EmptyState isPage drawing="account" title={t("title")}>
      <p>{t("about")}</p>
      {session.account && (
        <>
          <p>
            <VisibleText text={t("signedIn", { email: session.account.email })} />
          </p>
          <DialogError error={leave.error} />
          <Button disabled={leave.isPending} onClick={() => leave.mutate()}>
            {t("signOut")}
          </Button>
        </>
      )}
    </EmptyState>
  );
}
