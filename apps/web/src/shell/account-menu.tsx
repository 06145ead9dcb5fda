import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, CircleUserRound, Languages, LogOut, SunMoon } from "lucide-react";
import { useState } from "react";
import { forgetSession } from "../api/forget-session.ts";
import type { Session } from "../api/session.ts";
import { signOut } from "../api/sign-in.ts";
import { applyTheme, currentTheme, themes } from "../design/theme.ts";
import { i18n, languages, setLanguage } from "../messages/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useShellText } from "./messages.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import styles from "./project-shell.module.css";

export function AccountMenu({ session }: { readonly session: Session }) {
  const t = useShellText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [theme, setTheme] = useState(currentTheme);
  const leave = async (): Promise<void> => {
    // Opens the sign-in page even if the request to sign out fails. The sign-in page then shows that the user is still
    // signed in.
    await signOut().catch(() => undefined);
    forgetSession(client);
    await navigate({ to: "/login" });
  };

  return (
    <Menu
      trigger={
        <Button look="plain" className={styles.wide}>
          <CircleUserRound size={16} aria-hidden />
          <span>
            <VisibleText text={session.account?.name ?? t("account")} />
          </span>
        </Button>
      }
    >
      {themes.map((name) => (
        <MenuItem
          key={name}
          onSelect={() => {
            applyTheme(name);
            setTheme(name);
          }}
        >
          {name === theme ? <Check size={14} aria-hidden /> : <SunMoon size={14} aria-hidden />}
          {t("theme")}: {t(`theme_${name}`)}
        </MenuItem>
      ))}
      {Object.entries(languages).map(([code, name]) => (
        <MenuItem key={code} onSelect={() => setLanguage(code as keyof typeof languages)}>
          {code === i18n.language ? <Check size={14} aria-hidden /> : <Languages size={14} aria-hidden />}
          {name}
        </MenuItem>
      ))}
      {session.account && !session.noLogin && (
        <MenuItem onSelect={() => void leave()}>
          <LogOut size={14} aria-hidden />
          {t("signOut")}
        </MenuItem>
      )}
    </Menu>
  );
}
