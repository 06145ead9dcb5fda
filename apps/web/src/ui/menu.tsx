import { cloneElement, type KeyboardEvent, type ReactElement, useContext, useRef, useState } from "react";
import { MenuItemContext, type MenuItemProps, type MenuProps } from "./menu-item-context.ts";
import { onDemand } from "./on-demand.tsx";

const OpenMenu = onDemand(async () => (await import("./open-menu.tsx")).OpenMenu);

/** Menu below its trigger. Its code is loaded when the trigger is first used, so that pages load faster. */
export function Menu({
  trigger,
  preload = OpenMenu.preload,
  children,
}: MenuProps & {
  /** Loads the code of the items. The menu opens when it is loaded. */
  readonly preload?: () => Promise<void>;
}) {
  const [isAsked, setIsAsked] = useState(false);
  // False again if the user leaves the trigger or presses Escape while the code is loading.
  const isWanted = useRef(false);
  const open = async (): Promise<void> => {
    isWanted.current = true;
    await preload();
    if (isWanted.current) setIsAsked(true);
  };
  const cancel = (): void => {
    isWanted.current = false;
  };
  const prepare = (): void => void Promise.all([OpenMenu.preload(), preload()]);
  const closed = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => void open(),
    onKeyDown({ key }: KeyboardEvent) {
      if (key === "ArrowDown") void open();
      if (key === "Escape") cancel();
    },
    onBlur: cancel,
    onFocus: prepare,
    onPointerEnter: prepare,
  });
  if (!isAsked) return closed;
  return (
    <OpenMenu trigger={trigger} whileLoading={closed}>
      {children}
    </OpenMenu>
  );
}

export function MenuItem(props: MenuItemProps) {
  const Item = useContext(MenuItemContext);
  return <Item {...props} />;
}
