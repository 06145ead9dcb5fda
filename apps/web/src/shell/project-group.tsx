import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Command } from "cmdk";
import { FolderOpen } from "lucide-react";
import { sessionOptions } from "../api/session.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import styles from "./command-palette.module.css";
import { otherProjectPath } from "./other-project-path.ts";
import { useShellText } from "./messages.ts";

/** Maximum number of projects to list without a search text. */
const shortList = 5;

export interface OtherProject {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the account's other projects whose switch command (such as "Switch to Shop") contains the text. For an empty
 * text, returns the first few.
 */
export function useOtherProjects(projectId: string, text: string): readonly OtherProject[] {
  const t = useShellText();
  const { data } = useSuspenseQuery(sessionOptions);
  const others = data.projects.filter(({ id, name }) => id !== projectId && name !== projectId);
  if (text === "") return others.slice(0, shortList);
  return others.filter(({ name }) => t("switchProject", { name }).toLowerCase().includes(text));
}

export function ProjectGroup({
  projects,
  run,
}: {
  readonly projects: readonly OtherProject[];
  readonly run: (action: () => void) => () => void;
}) {
  const t = useShellText();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = otherProjectPath(path);
  if (projects.length === 0) return null;
  return (
    <Command.Group heading={t("projects")} className={styles.group}>
      {projects.map(({ id, name }) => (
        <Command.Item
          key={id}
          value={`project ${id}`}
          className={styles.item}
          onSelect={run(() => void navigate({ to: `/projects/${id}/${page}` as "/" }))}
        >
          <FolderOpen size={16} aria-hidden />
          <span className={styles.name}>
            <VisibleText text={t("switchProject", { name })} />
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
