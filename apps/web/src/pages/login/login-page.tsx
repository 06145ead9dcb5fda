import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { signIn } from "../../api/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import styles from "./login-page.module.css";
import { useLoginText } from "./messages.ts";

export function LoginPage() {
  const t = useLoginText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { next } = useSearch({ from: "/login" });
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      client.clear();
      await navigate({ href: next ?? "/" });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <h1>{t("title")}</h1>
        <TextField label={t("email")} name="email" type="email" autoComplete="username" required autoFocus />
        <TextField
          label={t("password")}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={attempt.error?.message}
        />
        <Button type="submit" look="primary" disabled={attempt.isPending}>
          {t("signIn")}
        </Button>
      </form>
    </main>
  );
}
