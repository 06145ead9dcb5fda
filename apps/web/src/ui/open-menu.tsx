import { Menu as Base } from "@base-ui/react/menu";
import { classes } from "./classes.ts";
import { MenuItemContext, type MenuItemProps, type MenuProps } from "./menu-item-context.ts";
import styles from "./menu.module.css";

export function OpenMenu({ trigger, children }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Base.Popup className={styles.popup}>
            <MenuItemContext value={OpenMenuItem}>{children}</MenuItemContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function OpenMenuItem({ onSelect, isDanger = false, children }: MenuItemProps) {
  return (
    <Base.Item className={classes(styles.item, isDanger && styles.danger)} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}
