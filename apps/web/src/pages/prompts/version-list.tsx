import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";
import { VersionBadges } from "./version-badges.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

export function VersionList({ lineage, current }: { readonly lineage: PromptLineage; readonly current: number }) {
  const t = usePromptsText();
  const formats = useFormats();
  const search = useSearch({ from: "/projects/$projectId/prompts/$name" });
  const { projectId, name } = useParams({ from: "/projects/$projectId/prompts/$name" });
  return (
    <nav aria-label={t("versions")}>
      <ul className={styles.versions}>
        {lineage.versions.map(({ id, version, versionDesc, createdAt }) => (
          <li key={id}>
            <Link
              className={styles.version}
              to="/projects/$projectId/prompts/$name"
              params={{ projectId, name }}
              search={{ ...search, version }}
              aria-current={version === current ? "true" : undefined}
              activeProps={{ "aria-current": version === current ? "true" : undefined }}
            >
              <span className={styles.versionHead}>
                <strong>{t("versionShort", { version })}</strong>
                <VersionBadges lineage={lineage} version={version} />
              </span>
              <span className={styles.versionDesc} title={formats.dateTime(createdAt)}>
                {formats.relativeTime(createdAt)}
                {versionDesc && <VisibleText text={` · ${versionDesc}`} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
