import { Link, useParams, useRouterState } from "@tanstack/react-router";
import { ChevronsUpDown, Search } from "lucide-react";
import { basePath, serviceUrl } from "../api/base-path.ts";
import type { Session } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useShellText } from "./messages.ts";
import styles from "./project-shell.module.css";
import { explorerIcon as ExplorerIcon, sectionGroups } from "./sections.ts";
import { visibleString } from "../messages/hidden-characters.ts";
import { VisibleText } from "../ui/visible-text.tsx";

const ProjectItems = onDemand(async () => (await import("./project-items.tsx")).ProjectItems);
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Navigation beside the page. On a narrow screen, it slides in. */
export function Sidebar({
  session,
  isOpen,
  onSearch,
}: {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onSearch: () => void;
}) {
  const t = useShellText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = path.split("/projects/")[1]?.split("/")[1];
  const project = session.projects.find(({ id, name }) => id === projectId || name === projectId);

  return (
    <nav className={styles.sidebar} aria-label={t("navigation")} data-open={isOpen || undefined}>
      <Link to="/" className={styles.brand}>
        <img src={`${basePath}favicon.svg`} alt="" />
        Threadline
      </Link>
      <Menu
        preload={ProjectItems.preload}
        trigger={
          <Button
            className={styles.wide}
            aria-label={visibleString(project ? `${t("project")}: ${project.name}` : t("projects"))}
          >
            <span>
              <VisibleText text={project?.name ?? t("projects")} />
            </span>
            <ChevronsUpDown size={14} />
          </Button>
        }
      >
        <ProjectItems session={session} projectId={projectId} />
      </Menu>
      <Button className={`${styles.wide} ${styles.search}`} onClick={onSearch}>
        <Search size={14} />
        {t("search")}
        <kbd>{isApple ? "⌘ K" : t("searchKeys")}</kbd>
      </Button>
      {sectionGroups.map((group) => (
        <div key={group.key}>
          <div className={styles.heading} id={`group-${group.key}`}>
            {t(group.key)}
          </div>
          <ul className={styles.group} aria-labelledby={`group-${group.key}`}>
            {group.sections.map(({ key, path: target, prefix, icon: Icon }) => (
              <li key={key}>
                <Link
                  to={`/projects/${projectId}/${target}` as "/"}
                  className={styles.link}
                  aria-current={page === prefix ? "page" : undefined}
                >
                  <Icon size={16} aria-hidden />
                  {t(key)}
                </Link>
              </li>
            ))}
            {group.key === "manage" && (
              <li>
                <a href={serviceUrl("api/graphql")} className={styles.link}>
                  <ExplorerIcon size={16} aria-hidden />
                  {t("explorer")}
                </a>
              </li>
            )}
          </ul>
        </div>
      ))}
      <div className={styles.foot}>
        <AccountMenu session={session} />
      </div>
    </nav>
  );
}
