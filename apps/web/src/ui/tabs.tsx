import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

export function Tabs<Name extends string>({
  tabs,
  value,
  onChange,
}: {
  readonly tabs: readonly {
    readonly name: Name;
    readonly label: string;
    readonly content: ReactNode;
    /** Whether the panel keeps its state while another tab is shown. */
    readonly isKept?: boolean;
  }[];
  readonly value: Name;
  readonly onChange: (name: Name) => void;
}) {
  return (
    <Base.Root value={value} onValueChange={(name: Name) => onChange(name)}>
      <Base.List className={styles.list}>
        {tabs.map(({ name, label }) => (
          <Base.Tab key={name} value={name} className={styles.tab}>
            {label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ name, content, isKept = false }) => (
        <Base.Panel key={name} value={name} keepMounted={isKept}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
