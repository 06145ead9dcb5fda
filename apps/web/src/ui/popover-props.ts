import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  readonly trigger: ReactElement;
  readonly title: string;
  /** Whether the popover is open. Default: uncontrolled. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}
