import { type ReactNode, type Ref, useId } from "react";
import styles from "./evaluators-page.module.css";

export function FormSection({
  title,
  ref,
  children,
}: {
  readonly title: string;
  /** Ref of the section, which can have the focus if a ref is given. */
  readonly ref?: Ref<HTMLElement> | undefined;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <section ref={ref} tabIndex={ref ? -1 : undefined} className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
