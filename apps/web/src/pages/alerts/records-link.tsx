import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectId } from "../../api/project-id.ts";
import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import { draftOf } from "./alert-draft.ts";
import { recordsOf } from "./alert-records.ts";

/** Link to the records of an alert's period that ends at a time. */
export function RecordsLink({
  alert,
  end,
  className,
  title,
  children,
}: {
  readonly alert: AlertFieldsFragment;
  /** Time as ISO 8601. */
  readonly end: string;
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  const projectId = useProjectId() ?? "";
  const { resource, search } = recordsOf(draftOf(alert), Date.parse(end));
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
