import type { FormEvent, ReactNode } from "react";
import { isUnreachable } from "../api/request-error.ts";
import { useUiText } from "./messages.ts";
import styles from "./dialog-parts.module.css";
import { missingPermission } from "./missing-permission.ts";
import { VisibleText } from "./visible-text.tsx";

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.actions} data-actions>
      {children}
    </div>
  );
}

export function DialogError({ error }: { readonly error: Error | null }) {
  const t = useUiText();
  if (!error) return null;
  const permission = missingPermission(error);
  return (
    <p className={styles.error} role="alert">
      {permission ? t(permission) : isUnreachable(error) ? t("unanswered") : <VisibleText text={error.message} />}
    </p>
  );
}

export function Form({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
    </form>
  );
}
