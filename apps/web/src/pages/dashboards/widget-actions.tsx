import { Ellipsis, Move } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { Nudge } from "./grid-layout.ts";
import { useDashboardsText } from "./messages.ts";

const moves: Readonly<Record<string, Nudge>> = {
  ArrowLeft: { columns: -1 },
  ArrowRight: { columns: 1 },
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
};
const resizes: Readonly<Record<string, Nudge>> = {
  ArrowLeft: { width: -1 },
  ArrowRight: { width: 1 },
  ArrowUp: { height: -1 },
  ArrowDown: { height: 1 },
};

/**
 * Handle and menu of a widget in the editor. The arrow keys move the widget while its handle has the focus; with Shift,
 * they resize it.
 */
export function WidgetActions({
  title,
  mayAdd,
  onNudge,
  onEdit,
  onDuplicate,
  onRemove,
}: {
  readonly title: string;
  readonly mayAdd: boolean;
  readonly onNudge: (change: Nudge) => void;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}) {
  const t = useDashboardsText();
  const onKeyDown = (event: KeyboardEvent): void => {
    const change = (event.shiftKey ? resizes : moves)[event.key];
    if (change === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onNudge(change);
  };
  return (
    <>
      <IconButton size="small" label={t("move", { title })} data-drag onKeyDown={onKeyDown}>
        <Move size={14} />
      </IconButton>
      <Menu
        trigger={
          <IconButton size="small" label={t("actionsOf", { title })}>
            <Ellipsis size={14} />
          </IconButton>
        }
      >
        <MenuItem onSelect={onEdit}>{t("edit")}</MenuItem>
        {mayAdd && <MenuItem onSelect={onDuplicate}>{t("duplicate")}</MenuItem>}
        <MenuItem onSelect={() => onNudge({ rows: -1 })}>{t("moveUp")}</MenuItem>
        <MenuItem onSelect={() => onNudge({ rows: 1 })}>{t("moveDown")}</MenuItem>
        <MenuItem isDanger onSelect={onRemove}>
          {t("remove")}
        </MenuItem>
      </Menu>
    </>
  );
}
