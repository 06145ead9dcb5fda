import { Toast } from "@base-ui/react/toast";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { buttonClass } from "./button.tsx";
import { useUiText } from "./messages.ts";
import type { ToastContent } from "./toasts.tsx";
import styles from "./toasts.module.css";

/** Shows each toast once. `toasts` has all toasts since the page was opened. */
export function OpenToasts({ toasts }: { readonly toasts: readonly ToastContent[] }) {
  return (
    <Toast.Provider timeout={8_000}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList added={toasts} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ added }: { readonly added: readonly ToastContent[] }) {
  const t = useUiText();
  const { toasts, add, close } = Toast.useToastManager<Pick<ToastContent, "link">>();
  const shownCount = useRef(0);
  useEffect(() => {
    for (const { text, undo, link } of added.slice(shownCount.current)) {
      const id: string = add({
        title: text,
        data: { link },
        ...(undo && {
          actionProps: {
            children: t("undo"),
            onClick: () => {
              close(id);
              undo();
            },
          },
        }),
      });
    }
    shownCount.current = added.length;
  }, [added, add, close, t]);
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <Toast.Title className={styles.text} />
        {toast.data?.link && (
          <Link className={buttonClass({ size: "small" })} {...toast.data.link.target} onClick={() => close(toast.id)}>
            {toast.data.link.text}
          </Link>
        )}
        <Toast.Action className={buttonClass({ size: "small" })} />
        <Toast.Close className={buttonClass({ look: "plain", size: "small" })} aria-label={t("close")}>
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
