import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { serviceUrl } from "../../api/base-path.ts";
import { DialogError } from "../../ui/dialog-parts.tsx";
import styles from "./login-frame.module.css";
import { usePageTitle } from "../../ui/use-page-title.ts";

/** A centered form on an empty page. `onSubmit` receives the values of its fields by name. */
export function LoginFrame({
  title,
  about,
  error,
  failure = null,
  onSubmit,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly error?: Error | null | undefined;
  /** Latest failure. Moves the focus to the field that is marked as wrong. */
  readonly failure?: Error | null | undefined;
  readonly onSubmit?: ((fields: Readonly<Record<string, string>>) => void) | undefined;
  readonly children: ReactNode;
}) {
  usePageTitle(title);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [failure]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    onSubmit?.(Object.fromEntries(fields) as Record<string, string>); // all values are texts
  };
  return (
    <main className={styles.page}>
      <form ref={form} className={styles.form} onSubmit={submit}>
        <img src={serviceUrl("favicon.svg")} alt="" className={styles.logo} />
        <h1>{title}</h1>
        {about && <p className={styles.about}>{about}</p>}
        <DialogError error={error ?? null} />
        {children}
      </form>
    </main>
  );
}
