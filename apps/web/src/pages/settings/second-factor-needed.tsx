import { Page } from "../../ui/page.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";
import { SecondFactorSetup } from "./second-factor-setup.tsx";
import styles from "./settings.module.css";

/**
 * Replaces the pages of a project that requires two-factor authentication, until the user has set up two-factor
 * authentication. Contains the setup.
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
