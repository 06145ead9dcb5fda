import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownSessionsOptions } from "../../api/own-sessions.ts";
import { sessionOptions } from "../../api/session.ts";
import { changeName, changePassword } from "../../api/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { useSettingsText } from "./messages.ts";
import { NoLogin } from "./no-login/no-login.tsx";
import { SecondFactorSettings } from "./second-factor-settings.tsx";
import { SessionSettings } from "./session-settings.tsx";
import { SingleSignOnSettings } from "./single-sign-on-settings.tsx";
import styles from "./settings.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

const noPasswords = { currentPassword: "", newPassword: "" };

export function AccountSettings() {
  const { data: session } = useSuspenseQuery(sessionOptions);
  if (!session.account) return <NoLogin of="account" />;
  return (
    <section className={styles.part}>
      <p className={styles.about}>
        <VisibleText text={session.account.email} />
      </p>
      <ChangeName current={session.account.name} />
      {session.account.hasPassword && <ChangePassword />}
      <SecondFactorSettings />
      <SingleSignOnSettings />
      <SessionSettings />
    </section>
  );
}

function ChangeName({ current }: { readonly current: string }) {
  const t = useSettingsText();
  const client = useQueryClient();
  const [name, setName] = useState(current);
  // The lists of other members and the comments show the name, too.
  const change = useMutation({ mutationFn: changeName, onSuccess: () => client.invalidateQueries() });
  const errors = useFormErrors(change.error, ["name"]);
  return (
    <div className={styles.form}>
      <h2>{t("name")}</h2>
      {/* The button stays enabled, so that it keeps the focus. */}
      <Form
        onSubmit={() => {
          if (!change.isPending) change.mutate({ name });
        }}
      >
        <TextField
          label={t("ownName")}
          hint={t("ownNameHint")}
          error={errors.fields.name}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogError error={errors.other} />
        {change.isSuccess && name.trim() === current && <p role="status">{t("nameSaved")}</p>}
        <DialogActions>
          <Button type="submit" look="primary">
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </div>
  );
}

function ChangePassword() {
  const t = useSettingsText();
  const client = useQueryClient();
  const [passwords, setPasswords] = useState(noPasswords);
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: async () => {
      setPasswords(noPasswords);
      // The service has ended the other sessions, which the page lists below.
      await client.invalidateQueries(ownSessionsOptions);
    },
  });
  const errors = useFormErrors(change.error, ["currentPassword", "newPassword"]);
  return (
    <div className={styles.form}>
      <h2>{t("changePassword")}</h2>
      <Form onSubmit={() => change.mutate(passwords)}>
        <PasswordField
          label={t("currentPassword")}
          error={errors.fields.currentPassword}
          autoComplete="current-password"
          value={passwords.currentPassword}
          onChange={(event) => setPasswords({ ...passwords, currentPassword: event.target.value })}
        />
        <PasswordField
          label={t("newPassword")}
          hint={t("passwordHint")}
          error={errors.fields.newPassword}
          autoComplete="new-password"
          value={passwords.newPassword}
          onChange={(event) => setPasswords({ ...passwords, newPassword: event.target.value })}
        />
        <DialogError error={errors.other} />
        {change.isSuccess && <p role="status">{t("passwordChanged")}</p>}
        <DialogActions>
          <Button type="submit" look="primary" disabled={change.isPending}>
            {t("changePassword")}
          </Button>
        </DialogActions>
      </Form>
    </div>
  );
}
