import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Command } from "cmdk";
import { History } from "lucide-react";
import { VisibleText } from "../ui/visible-text.tsx";
import styles from "./command-palette.module.css";
import { useShellText } from "./messages.ts";
import { recentPlaces } from "./recent-places.ts";
import { sectionGroups } from "./sections.ts";

const sections = sectionGroups.flatMap((group) => group.sections);

/** Pages of the project that this browser visited last, without the current one. */
export function RecentGroup({
  projectId,
  run,
}: {
  readonly projectId: string;
  readonly run: (action: () => void) => () => void;
}) {
  const t = useShellText();
  const navigate = useNavigate();
  const current = useRouterState({ select: (state) => state.location.pathname });
  const places = recentPlaces(projectId).filter(({ path }) => !current.endsWith(`/projects/${projectId}/${path}`));
  if (places.length === 0) return null;
  return (
    <Command.Group heading={t("recent")} className={styles.group}>
      {places.map(({ path, search, title }) => {
        const section = sections.find(({ prefix }) => prefix === path.split("/")[0]);
        const Icon = section?.icon ?? History;
        return (
          <Command.Item
            key={path}
            value={`recent ${path}`}
            className={styles.item}
            onSelect={run(() => void navigate({ href: `/projects/${projectId}/${path}${search}` }))}
          >
            <Icon size={16} aria-hidden />
            <span className={styles.name}>
              <VisibleText text={title} />
            </span>
            {section && t(section.key) !== title && <span className={styles.kind}>{t(section.key)}</span>}
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
