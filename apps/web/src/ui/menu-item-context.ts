import { createContext, type ReactElement, type ReactNode } from "react";

export interface MenuProps {
  /** Button that opens the menu. */
  readonly trigger: ReactElement;
  /** {@link MenuItem}s of the menu. */
  readonly children: ReactNode;
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  readonly isDanger?: boolean | undefined;
  readonly children: ReactNode;
}

/** Renders the items of an open menu. */
export const MenuItemContext = createContext<(props: MenuItemProps) => ReactNode>(() => null);
