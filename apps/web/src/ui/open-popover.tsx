import { Popover as Base } from "@base-ui/react/popover";
import { classes } from "./classes.ts";
import styles from "./menu.module.css";
import type { PopoverProps } from "./popover-props.ts";

/** Popover that is open when it is mounted. If `isOpen` is set, it determines whether the popover is open. */
export function OpenPopover({ trigger, title, isOpen, onOpenChange, className, children }: PopoverProps) {
  return (
    <Base.Root
      {...(isOpen === undefined ? { defaultOpen: true } : { open: isOpen })}
      {...(onOpenChange && { onOpenChange: (open: boolean) => onOpenChange(open) })}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Base.Popup className={classes(styles.popup, className)}>
            <Base.Title className="visually-hidden">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
