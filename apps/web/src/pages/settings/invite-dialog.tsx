import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionOptions } from "../../api/session.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useChange } from "../../api/use-request.ts";
import { invite, type ProjectRole } from "../../generated/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useSettingsText } from "./messages.ts";
import { RoleSelect } from "./role-select.tsx";

export interface InvitedPerson {
  readonly email: string;
  readonly role: ProjectRole;
}

export function InviteDialog({
  person,
  onClose,
}: {
  /** Person who has a pending invitation, which the new one replaces. Null to invite another person. */
  readonly person: InvitedPerson | null;
  readonly onClose: () => void;
}) {
  const t = useSettingsText();
  const ui = useUiText();
  const [email, setEmail] = useState(person?.email ?? "");
  const [role, setRole] = useState<ProjectRole>(person?.role ?? "editor");
  const mayOwn = usePermission("own");
  const send = useChange(invite);
  const { data: session } = useSuspenseQuery(sessionOptions);
  const errors = useFormErrors(send.error, ["email"]);
  if (send.data) {
    return (
      <Dialog title={t("invited", { email })} isOpen onClose={onClose}>
        {send.data.inviteMember.isMailed ? <p>{t("mailed", { email })}</p> : <p>{t("linkOnce")}</p>}
        {send.data.inviteMember.mailError !== null && (
          <p role="alert">
            {t("notMailed")} <VisibleText text={send.data.inviteMember.mailError} />
          </p>
        )}
        <Code text={send.data.inviteMember.url} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t("done")}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={person ? t("inviteAgain") : t("invite")} isOpen onClose={onClose}>
      <Form onSubmit={() => send.mutate({ email, role })}>
        <TextField
          label={t("email")}
          error={errors.fields.email}
          type="email"
          value={email}
          readOnly={person !== null}
          onChange={(event) => setEmail(event.target.value)}
        />
        {person && <p>{t("replacesInvitation")}</p>}
        <RoleSelect label={t("role")} value={role} mayOwn={mayOwn} onChange={setRole} />
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={send.isPending}>
            {session.mayResetPassword ? t("sendInvitation") : t("makeLink")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
