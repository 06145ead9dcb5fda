import { Page } from "../../ui/page.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";
import { SecondFactorSetup } from "./second-factor-setup.tsx";
import styles from "./settings.module.css";

/**
 * Replaces the page of a project that requires two-factor authentication, if the account does not use it. Links to the
 * setup.
 */
export function SecondFactorNeeded({ projectName }: { readonly projectName: string }) {
  const t = useSecondFactorText();
  return (
    <Page title={t("neededTitle", { project: projectName })}>
      <section className={styles.part}>
        <p className={styles.about}>{t("neededAbout")}</p>
        <div className={styles.form}>
          <SecondFactorSetup />
        </div>
      </section>
    </Page>
  );
}
