import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, Outlet, useParams, useRouter, useRouterState } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { ProjectIdContext } from "../api/project-id.ts";
import { sessionOptions } from "../api/session.ts";
import { IconButton } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { LoadingState } from "../ui/page-state.tsx";
import { PageVisitContext } from "../ui/page-visit.ts";
import { CommandDialog, preloadCommands } from "./command-dialog.tsx";
import { useShellText } from "./messages.ts";
import { NotFound } from "../ui/not-found.tsx";
import styles from "./project-shell.module.css";
import { notePlace } from "./recent-places.ts";
import { Sidebar } from "./sidebar.tsx";
import { useSessionEnd } from "./use-session-end.ts";
import { VisibleText } from "../ui/visible-text.tsx";

const SecondFactorNeeded = onDemand(
  async () => (await import("../pages/settings/second-factor-needed.tsx")).SecondFactorNeeded,
);
const NoProjects = onDemand(async () => (await import("./no-projects.tsx")).NoProjects);
/** Delay of {@link whenIdle} in browsers without idle callbacks, in milliseconds. */
const idleAfter = 2_000;

export function ProjectShell() {
  const t = useShellText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { data: session } = useSuspenseQuery(sessionOptions);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  /**
   * Null while the command palette is closed. Otherwise a number that is new for each opening, so that the palette
   * starts empty.
   */
  const [openCommands, setOpenCommands] = useState<number | null>(null);
  const router = useRouter();
  const commands = useRef<HTMLDialogElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => setIsMenuOpen(false), [path]);
  useEffect(() => whenIdle(() => void preloadCommands()), []);
  const showCommands = (): void => setOpenCommands((last) => (last ?? 0) + 1);
  // Reads the state from the dialog element. Escape closes the element first, and `onClose` updates `openCommands`
  // later.
  const toggleCommands = (): void => (commands.current?.open ? setOpenCommands(null) : showCommands());
  useShortcuts(["mod+k"], toggleCommands, { preventDefault: true, enableOnFormTags: true });
  const isOver = useSessionEnd(session);
  const project = session.projects.find(({ id, name }) => id === projectId || name === projectId);

  const noteVisit = (title: string): void => {
    const { pathname, searchStr } = router.latestLocation;
    const place = pathname.split(`/projects/${projectId}/`)[1];
    if (place) notePlace(projectId, { path: place, search: searchStr, title });
  };

  if (isOver) return <LoadingState />;
  if (session.projects.length === 0) return <NoProjects />;
  return (
    <ProjectIdContext value={projectId}>
      <PageVisitContext value={noteVisit}>
        <div className={styles.shell}>
          <a href="#content" className={styles.skip}>
            {t("skip")}
          </a>
          <header className={styles.bar}>
            <IconButton label={t("menu")} aria-expanded={isMenuOpen} onClick={() => setIsMenuOpen(true)}>
              <MenuIcon size={18} />
            </IconButton>
            <strong>
              <VisibleText text={project?.name ?? "Threadline"} />
            </strong>
          </header>
          {isMenuOpen && (
            <button
              type="button"
              className={styles.scrim}
              aria-label={t("menu")}
              onClick={() => setIsMenuOpen(false)}
            />
          )}
          <Sidebar session={session} isOpen={isMenuOpen} onSearch={showCommands} />
          <main id="content" className={styles.content} tabIndex={-1}>
            {project?.lacksSecondFactor && <SecondFactorNeeded projectName={project.name} />}
            {project && !project.lacksSecondFactor && (
              // A page must not keep its state, such as a typed name, for another project.
              <Fragment key={project.id}>
                <Outlet />
              </Fragment>
            )}
            {!project && (
              <NotFound title={t("noSuchProject")} about={t("noSuchProjectAbout")}>
                <ul className={styles.projects}>
                  {session.projects.map(({ id, name }) => (
                    <li key={id}>
                      <Link to="/projects/$projectId" params={{ projectId: id }}>
                        <VisibleText text={name} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </NotFound>
            )}
          </main>
        </div>
        {openCommands !== null && (
          <CommandDialog key={openCommands} ref={commands} onClose={() => setOpenCommands(null)} />
        )}
      </PageVisitContext>
    </ProjectIdContext>
  );
}

/** Runs `work` when the browser is idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const id = requestIdleCallback(work);
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, idleAfter);
  return () => clearTimeout(timer);
}
