import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import styles from "./menu.module.css";
import { classes } from "./classes.ts";

/** What opens beside its trigger, a button, and stays until it is left. */
export function Popover({
  trigger,
  title,
  isOpen,
  onOpenChange,
  className,
  children,
}: {
  readonly trigger: ReactElement;
  /** Its name, for screen readers. */
  readonly title: string;
  /** Absent: it keeps its own state. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root
      {...(isOpen !== undefined && { open: isOpen })}
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
