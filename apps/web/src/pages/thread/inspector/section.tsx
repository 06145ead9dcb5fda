import type { ReactNode } from "react";
import styles from "./inspector.module.css";

export function Section({
  title,
  tools,
  children,
}: {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
