import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  /** A button. */
  readonly trigger: ReactElement;
  /** Its name, for screen readers. */
  readonly title: string;
  /** Absent: it keeps its own state. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}
