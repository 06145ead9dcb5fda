import type { FormEvent, ReactNode } from "react";
import { isUnreachable, RequestError } from "../api/request-error.ts";
import { useUiText } from "./messages.ts";
import styles from "./dialog-parts.module.css";
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
  const reason = reasons.find((each) => error instanceof RequestError && error.reason === each);
  return (
    <p className={styles.error} role="alert">
      {reason ? t(`reason_${reason}`) : isUnreachable(error) ? t("unanswered") : <VisibleText text={error.message} />}
    </p>
  );
}

const reasons = ["COMMON", "OWN_WORDS", "TOO_SHORT", "SIGN_IN_AGAIN"] as const;

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
