import { Outlet } from "@tanstack/react-router";
import { CloudOff, X } from "lucide-react";
import { ServiceContext } from "../api/service-context.ts";
import { IconButton } from "../ui/button.tsx";
import { useUiText } from "../ui/messages.ts";
import { Toasts } from "../ui/toasts.tsx";
import { useShellText } from "./messages.ts";
import styles from "./root-frame.module.css";
import { useServiceState } from "./use-service-state.ts";
import { useStorageCleanup } from "./use-session-end.ts";

export function RootFrame() {
  const t = useShellText();
  const ui = useUiText();
  const { isThere, isUnconfirmed, dismiss } = useServiceState();
  useStorageCleanup();
  return (
    <div className={styles.frame}>
      <div role="status" className={styles.place}>
        {(!isThere || isUnconfirmed) && (
          <p className={styles.notice}>
            <CloudOff size={16} aria-hidden />
            <span>
              {t(isThere ? "serviceBack" : "serviceAway")} {t(isUnconfirmed ? "changeUnconfirmed" : "readOn")}
            </span>
            {isUnconfirmed && (
              <IconButton size="small" label={ui("close")} onClick={dismiss}>
                <X size={14} />
              </IconButton>
            )}
          </p>
        )}
      </div>
      <div className={styles.page}>
        <ServiceContext value={isThere}>
          <Toasts>
            <Outlet />
          </Toasts>
        </ServiceContext>
      </div>
    </div>
  );
}
