import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";
import { percentages } from "./rollout-shares.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

export function VersionList({ lineage, current }: { readonly lineage: PromptLineage; readonly current: number }) {
  const t = usePromptsText();
  const formats = useFormats();
  const search = useSearch({ from: "/projects/$projectId/prompts/$name" });
  const { projectId, name } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const shares = percentages(lineage.rollouts);
  const shareOf = new Map(lineage.rollouts.map(({ version }, index) => [version, shares[index] ?? 0]));
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
                {lineage.labels
                  .filter((label) => label.version === version)
                  .map((label) => (
                    <Badge key={label.name} tone="accent">
                      {label.name}
                    </Badge>
                  ))}
                {version === lineage.championVersion && <Badge tone="accent">{t("champion")}</Badge>}
                {(shareOf.get(version) ?? 0) > 0 && <Badge>{formats.percent((shareOf.get(version) ?? 0) / 100)}</Badge>}
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
