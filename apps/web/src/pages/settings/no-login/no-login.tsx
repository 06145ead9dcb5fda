import { mailVariables, ssoVariables } from "../service/variables.ts";
import { Code } from "../../../ui/code.tsx";
import { EmptyState } from "../../../ui/page-state.tsx";
import { useNoLoginText } from "./messages.ts";
import styles from "./no-login.module.css";

/**
 * Replaces settings that require accounts while the service runs without sign-in. Explains how to start the service
 * with sign-in.
 */
export function NoLogin({ of }: { readonly of: "account" | "members" | "service" }) {
  const t = useNoLoginText();
  return (
    <EmptyState drawing="account" title={t(of)}>
      <p>{t("about")}</p>
      <ol className={styles.steps}>
        <li>{t("stop")}</li>
        <li>
          {t("start")} <Code text="npx threadline serve" />
        </li>
        <li>{t("open")}</li>
        {of === "service" && (
          <li>
            {t("serviceAbout")} <Code text={`${mailVariables()}\n${ssoVariables}`} />
          </li>
        )}
      </ol>
    </EmptyState>
  );
}
