import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./menu.module.css";

/** A menu under its trigger, a button. Its children are {@link MenuItem}s. */
export function Menu({ trigger, children }: { readonly trigger: ReactElement; readonly children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  onSelect,
  isDanger = false,
  children,
}: {
  readonly onSelect: () => void;
  readonly isDanger?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Base.Item className={classes(styles.item, isDanger && styles.danger)} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}
