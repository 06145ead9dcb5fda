import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NotFound } from "../../ui/not-found.tsx";
import { Page } from "../../ui/page.tsx";
import { showCurrentTab } from "../../ui/link-tabs.ts";
import { AccountSettings } from "./account-settings.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { AuditSettings } from "./audit-settings.tsx";
import { ConnectionSettings } from "./connections/connection-settings.tsx";
import { KeySettings } from "./key-settings.tsx";
import { MemberSettings } from "./member-settings.tsx";
import { useSettingsText } from "./messages.ts";
import { ProjectSettings } from "./project-settings.tsx";
import { ServiceSettings } from "./service/service-settings.tsx";
import styles from "./settings.module.css";
import { SectionForbidden } from "./section-forbidden.tsx";
import { isSettingsSection, type SettingsSection, settingsGroups, useSectionAccess } from "./settings-section.ts";
import { UsageSettings } from "./usage-settings.tsx";

const contents: Readonly<Record<SettingsSection, () => ReactNode>> = {
  project: ProjectSettings,
  members: MemberSettings,
  keys: KeySettings,
  connections: ConnectionSettings,
  usage: UsageSettings,
  audit: AuditSettings,
  service: ServiceSettings,
  account: AccountSettings,
  appearance: AppearanceSettings,
};

export function SettingsPage() {
  const t = useSettingsText();
  const { projectId, section } = useParams({ from: "/projects/$projectId/settings/$section" });
  const maySee = useSectionAccess();
  if (!isSettingsSection(section)) return <NotFound />;
  const Content = contents[section];
  const isOpen = maySee(section);
  const groups = settingsGroups
    .map(({ key, sections }) => ({ key, sections: sections.filter(maySee) }))
    .filter(({ sections }) => sections.length > 0);
  return (
    <Page title={t("title")} name={t(section)}>
      <div className={styles.layout}>
        <nav key={section} ref={showCurrentTab} className={styles.sections} aria-label={t("title")}>
          {groups.map(({ key, sections }) => (
            <div key={key} role="group" aria-labelledby={`settings-${key}`}>
              <span id={`settings-${key}`}>{t(key)}</span>
              {sections.map((name) => (
                <Link
                  key={name}
                  to="/projects/$projectId/settings/$section"
                  params={{ projectId, section: name }}
                  className={styles.section}
                >
                  {t(name)}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        {isOpen ? <Content /> : <SectionForbidden section={section} />}
      </div>
    </Page>
  );
}
