import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { basePath } from "../../api/base-path.ts";
import { sessionOptions } from "../../api/session.ts";
import { connectSso } from "../../api/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { useSessionText } from "./session-messages.ts";
import styles from "./settings.module.css";

/**
 * Switches the account from its password to single sign-on, or says that it already uses single sign-on. Renders
 * nothing without an identity provider.
 */
export function SingleSignOnSettings() {
  const t = useSessionText();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const [isOpen, setOpen] = useState(false);
  if (!session.account) return null;
  if (!session.account.hasPassword) {
    const provider = session.sso?.name ?? t("singleSignOn");
    return (
      <div className={styles.card}>
        <h2>{t("singleSignOn")}</h2>
        <p className={styles.about}>{t("singleSignOnOnly", { name: provider })}</p>
      </div>
    );
  }
  if (!session.sso) return null;
  const { name } = session.sso;
  const returnTo = `/${location.pathname.slice(basePath.length)}`;
  return (
    <div className={styles.card}>
      <h2>{t("singleSignOn")}</h2>
      <p className={styles.about}>{t("singleSignOnAbout", { name })}</p>
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>{t("connect", { name })}</Button>
      </div>
      {isOpen && (
        <ProofDialog
          title={t("connect", { name })}
          about={t("connectAbout", { name })}
          action={t("connect", { name })}
          isHarmless
          onProve={async (proof) => location.assign(await connectSso({ ...proof, returnTo }))}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
