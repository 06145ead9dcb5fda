import type { FormEvent, ReactNode } from "react";
import styles from "./dialog-parts.module.css";

/** The buttons at the end of a dialog or form. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.actions} data-actions>
      {children}
    </div>
  );
}

/** Why the last attempt failed; nothing when it did not. */
export function DialogError({ error }: { readonly error: Error | null }) {
  return error ? (
    <p className={styles.error} role="alert">
      {error.message}
    </p>
  ) : null;
}

/** A form that is handled on the page. */
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
