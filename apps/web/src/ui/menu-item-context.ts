import { createContext, type ReactElement, type ReactNode } from "react";

export interface MenuProps {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  readonly isDanger?: boolean | undefined;
  readonly children: ReactNode;
}

export const MenuItemContext = createContext<(props: MenuItemProps) => ReactNode>(() => null);
