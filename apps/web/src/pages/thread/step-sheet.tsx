import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/button.tsx";
import { useUiText } from "../../ui/messages.ts";
import styles from "./thread-view.module.css";

export function StepSheet({
  title,
  isOpen,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useUiText();
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.sheet} data-sheet data-searched>
          <div className={styles.sheetHead}>
            <Base.Title render={<span>{title}</span>} />
            <IconButton size="small" label={t("close")} onClick={onClose}>
              <X size={16} />
            </IconButton>
          </div>
          <div className={styles.sheetBody}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
