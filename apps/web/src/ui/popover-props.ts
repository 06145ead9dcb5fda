import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  /** A button. */
  readonly trigger: ReactElement;
  /** Accessible name. */
  readonly title: string;
  /** Default: uncontrolled. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}
