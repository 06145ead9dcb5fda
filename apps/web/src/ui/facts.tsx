import type { ReactNode } from "react";
import styles from "./facts.module.css";
import { VisibleText } from "./visible-text.tsx";

export function Facts({ facts }: { readonly facts: readonly { readonly label: string; readonly value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>
            <VisibleText text={label} />
          </dt>
          <dd>{typeof value === "string" ? <VisibleText text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
