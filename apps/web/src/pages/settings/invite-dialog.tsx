import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import { sessionOptions } from "../../api/session.ts";
import { usePermission } from "../../api/use-permission.ts";
import { invite, type InviteMutation, type ProjectRole } from "../../generated/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useUiText } from "../../ui/messages.ts";
import { emailsIn } from "./emails-in.ts";
import { useSettingsText } from "./messages.ts";
import { RoleSelect } from "./role-select.tsx";

export interface InvitedPerson {
  readonly email: string;
  readonly role: ProjectRole;
}

/** Result for one email. */
type Outcome = { readonly email: string } & (
  | { readonly sent: InviteMutation["inviteMember"]; readonly error: null }
  | { readonly sent: null; readonly error: Error }
);

export function InviteDialog({
  person,
  onClose,
}: {
  /** Person who has a pending invitation, which the new one replaces. Null to invite other people. */
  readonly person: InvitedPerson | null;
  readonly onClose: () => void;
}) {
  const t = useSettingsText();
  const ui = useUiText();
  const [text, setText] = useState(person?.email ?? "");
  const [role, setRole] = useState<ProjectRole>(person?.role ?? "editor");
  const mayOwn = usePermission("own");
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isDone, setIsDone] = useState(false);
  const send = useInvitations((outcome) => setOutcomes((others) => [...others, outcome]));
  const { data: session } = useSuspenseQuery(sessionOptions);
  const errors = useFormErrors(send.error, ["email"]);
  const emails = emailsIn(text);
  const [first] = outcomes;
  if (isDone && first !== undefined) {
    const isOne = outcomes.length === 1;
    return (
      <Dialog title={isOne ? t("invited", { email: first.email }) : t("invitedMany")} isOpen onClose={onClose}>
        <Outcomes outcomes={outcomes} isOne={isOne} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t("done")}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  const submit = (): void => {
    // The emails that were not invited are still in the field.
    setOutcomes(outcomes.filter(({ sent }) => sent !== null));
    send.mutate(
      { emails: emails.length === 0 ? [text] : emails, role },
      {
        onSuccess: (failed) => {
          setText(failed.join(", "));
          setIsDone(failed.length === 0);
        },
      },
    );
  };
  // The links of the invitations are shown only here, and only once.
  const close = (): void => {
    if (!send.isPending) onClose();
  };
  const count = Math.max(emails.length, 1);
  return (
    <Dialog title={person ? t("inviteAgain") : t("invite")} isOpen onClose={close}>
      <Outcomes outcomes={outcomes} isOne={false} />
      <Form onSubmit={submit}>
        <TextField
          label={t("email")}
          hint={person ? undefined : t("emailsHint")}
          error={errors.fields.email}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          readOnly={person !== null || send.isPending}
          onChange={(event) => setText(event.target.value)}
        />
        {person && <p>{t("replacesInvitation")}</p>}
        <RoleSelect label={t("role")} value={role} mayOwn={mayOwn} onChange={setRole} />
        <DialogError error={errors.other} />
        <DialogActions>
          <Button disabled={send.isPending} onClick={close}>
            {outcomes.length === 0 ? ui("cancel") : t("done")}
          </Button>
          <Button type="submit" look="primary" disabled={send.isPending}>
            {session.mayResetPassword ? t("sendInvitation", { count }) : t("makeLink", { count })}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/**
 * Mutation that invites each of several people, and reports each result when it arrives. Returns the emails of the
 * people who were not invited. With a single email, its error is the error of the mutation.
 */
function useInvitations(onOutcome: (outcome: Outcome) => void) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ emails, role }: { readonly emails: readonly string[]; readonly role: ProjectRole }) => {
      const failed: string[] = [];
      for (const email of emails) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, because each may send a message
          const { inviteMember } = await request({ projectId, operation: invite, variables: { email, role } });
          onOutcome({ email, sent: inviteMember, error: null });
        } catch (error) {
          if (emails.length === 1 || !(error instanceof Error)) throw error;
          failed.push(email);
          onOutcome({ email, sent: null, error });
        }
      }
      return failed;
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: [projectId] }),
  });
}

function Outcomes({ outcomes, isOne }: { readonly outcomes: readonly Outcome[]; readonly isOne: boolean }) {
  return outcomes.map((outcome) => <Invited key={outcome.email} outcome={outcome} isOne={isOne} />);
}

function Invited({ outcome, isOne }: { readonly outcome: Outcome; readonly isOne: boolean }) {
  const t = useSettingsText();
  const { email, sent, error } = outcome;
  const errors = useFormErrors(error, ["email"]);
  return (
    <>
      {!isOne && (
        <h3>
          <VisibleText text={email} />
        </h3>
      )}
      {sent && <p>{sent.isMailed ? t(isOne ? "mailed" : "mailedMany", { email }) : t("linkOnce")}</p>}
      {sent && sent.mailError !== null && (
        <p role="alert">
          {t("notMailed")} <VisibleText text={sent.mailError} />
        </p>
      )}
      {sent && <Code text={sent.url} />}
      <DialogError error={errors.fields.email === undefined ? errors.other : new Error(errors.fields.email)} />
    </>
  );
}
