import { Page } from "../../ui/page.tsx";
import { useSecondFactorText } from "./second-factor-messages.ts";
import { SecondFactorSetup } from "./second-factor-setup.tsx";
import styles from "./settings.module.css";

/** In place of a project that asks for a second factor which the account does not have: why, and the way to one. */
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
