import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectId } from "../../api/project-id.ts";
import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import type { PromptNames } from "../dashboards/use-prompt-names.ts";
import { draftOf } from "./alert-draft.ts";
import { recordsOfGroup } from "./alert-records.ts";

const noPrompts: PromptNames = new Map();

export function RecordsLink({
  alert,
  end,
  group = null,
  prompts = noPrompts,
  className,
  title,
  children,
}: {
  readonly alert: AlertFieldsFragment;
  /** End of the period of the linked records, as ISO 8601. */
  readonly end: string;
  readonly group?: string | null;
  /** Names of the prompt versions, for groups by prompt version. */
  readonly prompts?: PromptNames;
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  const projectId = useProjectId() ?? "";
  const target = recordsOfGroup(draftOf(alert), Date.parse(end), { group, prompts });
  if (target === null) return children;
  const { resource, search } = target;
  return (
    <Link
      className={className}
      title={title}
      to="/projects/$projectId/logs/$resource"
      params={{ projectId, resource }}
      search={search}
      preload={false}
    >
      {children}
    </Link>
  );
}
