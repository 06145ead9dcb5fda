import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { buttonClass } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./dialog.module.css";
import { useUiText } from "./messages.ts";
import { VisibleText } from "./visible-text.tsx";

const fields = ["input:not([type=hidden])", "textarea", "[role=combobox]"]
  .map((field) => `${field}:not(:disabled)`)
  .join();

const answers = "[data-actions] button:not(:disabled)";

/** A modal dialog that its parent opens and closes. Focuses the first field or, without a field, the first button. */
export function Dialog({
  title,
  isOpen,
  isWide = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly isWide?: boolean | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useUiText();
  const popup = useRef<HTMLDivElement>(null);
  const find = (selector: string) => popup.current?.querySelector<HTMLElement>(selector);
  const firstField = (openedBy: string): HTMLElement | true =>
    // If the dialog was opened by touch, no field gets the focus, because the on-screen keyboard would cover the
    // dialog. `true` means the default focus of the library.
    (openedBy === "touch" ? null : (find(fields) ?? find(answers))) ?? true;
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} initialFocus={firstField} className={classes(styles.dialog, isWide && styles.wide)}>
          <div className={styles.head}>
            <Base.Title
              render={
                <h2>
                  <VisibleText text={title} />
                </h2>
              }
            />
            <Base.Close className={buttonClass({ look: "plain", size: "small" })} aria-label={t("close")}>
              <X size={16} />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
