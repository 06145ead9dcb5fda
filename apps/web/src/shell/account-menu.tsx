import { CircleUserRound } from "lucide-react";
import type { Session } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { useShellText } from "./messages.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import styles from "./project-shell.module.css";

const AccountItems = onDemand(async () => (await import("./account-items.tsx")).AccountItems);

export function AccountMenu({ session }: { readonly session: Session }) {
  const t = useShellText();
  return (
    <Menu
      preload={AccountItems.preload}
      trigger={
        <Button look="plain" className={styles.wide}>
          <CircleUserRound size={16} aria-hidden />
          <span>
            <VisibleText text={session.account?.name ?? t("account")} />
          </span>
        </Button>
      }
    >
      <AccountItems session={session} />
    </Menu>
  );
}
