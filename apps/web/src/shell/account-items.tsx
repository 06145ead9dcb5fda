import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Check, Languages, LogOut, SunMoon, UserRound } from "lucide-react";
import { useState } from "react";
import { forgetSession } from "../api/forget-session.ts";
import type { Session } from "../api/session.ts";
import { signOut } from "../api/sign-in.ts";
import { applyTheme, currentTheme, themes } from "../design/theme.ts";
import { i18n, languages, setLanguage } from "../messages/i18n.ts";
import { useSettingsText } from "../pages/settings/messages.ts";
import { isProjectRole } from "../pages/settings/role-select.tsx";
import { MenuItem } from "../ui/menu.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { useShellText } from "./messages.ts";
import styles from "./account-items.module.css";

/** Items of the user menu. Its code is loaded when the menu opens. */
export function AccountItems({ session }: { readonly session: Session }) {
  const t = useShellText();
  const settings = useSettingsText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
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

  const role = session.projects.find(({ id, name }) => id === projectId || name === projectId)?.role;
  const openAccount = (): void => {
    void navigate({ to: "/projects/$projectId/settings/$section", params: { projectId, section: "account" } });
  };
  return (
    <>
      {session.account && role !== undefined && (
        <MenuItem onSelect={openAccount}>
          <UserRound size={14} aria-hidden />
          <span className={styles.account}>
            <span>{t("account")}</span>
            <span>
              <VisibleText text={session.account.email} />
              {isProjectRole(role) && ` · ${settings(`role_${role}`)}`}
            </span>
          </span>
        </MenuItem>
      )}
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
    </>
  );
}
