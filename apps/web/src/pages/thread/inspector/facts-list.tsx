import type { ReactNode } from "react";
import styles from "./inspector.module.css";
import { VisibleText } from "../../../ui/visible-text.tsx";

/** A list of names and values. Entries whose value is null are omitted. */
export function FactsList({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{typeof value === "string" ? <VisibleText text={value} /> : value}</dd>
          </div>
        ))}
    </dl>
  );
}
