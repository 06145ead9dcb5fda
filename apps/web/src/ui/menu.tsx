import { cloneElement, type KeyboardEvent, lazy, type ReactElement, Suspense, useContext, useState } from "react";
import { MenuItemContext, type MenuItemProps, type MenuProps } from "./menu-item-context.ts";

const load = async () => ({ default: (await import("./open-menu.tsx")).OpenMenu });
const OpenMenu = lazy(load);

/** Menu below its trigger. Its code is loaded when the trigger is first used, so that pages load faster. */
export function Menu({ trigger, children }: MenuProps) {
  const [isAsked, setIsAsked] = useState(false);
  const closed = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setIsAsked(true),
    onKeyDown: (event: KeyboardEvent) => event.key === "ArrowDown" && setIsAsked(true),
    onFocus: () => void load(),
    onPointerEnter: () => void load(),
  });
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger}>{children}</OpenMenu>
    </Suspense>
  );
}

export function MenuItem(props: MenuItemProps) {
  const Item = useContext(MenuItemContext);
  return <Item {...props} />;
}
