import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

/** Class names for tabs that are links to routes. */
export const tabListClass = styles.list ?? "";
export const tabClass = styles.tab ?? "";

/** As the `ref` of a list of such tabs: brings the current one into sight, where there is no room for all. */
export function showCurrentTab(list: HTMLElement | null): void {
  list?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Panels of which one is shown. */
export function Tabs<Name extends string>({
  tabs,
  value,
  onChange,
}: {
  readonly tabs: readonly { readonly name: Name; readonly label: string; readonly content: ReactNode }[];
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
      {tabs.map(({ name, content }) => (
        <Base.Panel key={name} value={name}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
