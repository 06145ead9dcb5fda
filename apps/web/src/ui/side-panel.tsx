import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { visibleString } from "../messages/hidden-characters.ts";
import { IconButton } from "./button.tsx";
import { useUiText } from "./messages.ts";
import { ResizeHandle } from "./resize-handle.tsx";
import styles from "./side-panel.module.css";
import { useMedia } from "./use-media.ts";
import { useStoredState } from "./use-stored-state.ts";
import { VisibleText } from "./visible-text.tsx";

const minWidth = 360;
/** Minimum width that the page beside the panel keeps, in pixels. */
const pageWidth = 520;

export interface SidePanelProps {
  readonly title: string;
  readonly name: string;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Panel at the end of a page, which stays usable. Escape closes the panel, and dragging its edge changes its width. On
 * a narrow screen, it covers the page. Its content can be focused, so that the arrow keys scroll text without controls.
 */
export function SidePanel(props: SidePanelProps) {
  const isNarrow = useMedia("(width < 60rem)");
  return isNarrow ? <CoveringPanel {...props} /> : <AdjacentPanel {...props} />;
}

/** Matches popups and inputs that handle Escape themselves, so that Escape does not close the panel. */
const above = '[role="dialog"]:not([data-side-panel]), [role="menu"], [role="listbox"], input, textarea, select';

function AdjacentPanel({ title, name, actions, onClose, children }: SidePanelProps) {
  const t = useUiText();
  const [kept, keep] = useStoredState(name, readWidth);
  const [dragged, setDragged] = useState<number | null>(null);
  const max = Math.max(window.innerWidth - pageWidth, minWidth);
  const width = Math.min(dragged ?? kept ?? Math.round(window.innerWidth * 0.42), max);
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(above)) return;
    onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => close(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <aside aria-label={visibleString(title)} data-side-panel className={styles.adjacent} style={{ width }}>
      <ResizeHandle
        isLeading
        label={t("panelWidth")}
        width={width}
        min={minWidth}
        max={max}
        className={styles.edge}
        onResize={(next, isDone) => {
          setDragged(isDone ? null : next);
          if (isDone) keep(next);
        }}
      />
      <div className={styles.head}>
        <h2>
          <VisibleText text={title} />
        </h2>
        {actions}
        <IconButton size="small" label={t("close")} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className={styles.body} tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}

function CoveringPanel({ title, actions, onClose, children }: SidePanelProps) {
  const t = useUiText();
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Popup className={styles.covering} data-side-panel>
          <div className={styles.head}>
            <Base.Title
              render={
                <h2>
                  <VisibleText text={title} />
                </h2>
              }
            />
            {actions}
            <IconButton size="small" label={t("close")} onClick={onClose}>
              <X size={16} />
            </IconButton>
          </div>
          <div className={styles.body} tabIndex={0}>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function readWidth(stored: unknown): number | null {
  return typeof stored === "number" && stored >= minWidth ? stored : null;
}
