import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectId } from "../../api/project-id.ts";
import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import { draftOf } from "./alert-draft.ts";
import { recordsOf } from "./alert-records.ts";

/** Link to the records behind a value of an alert. */
export function RecordsLink({
  alert,
  end,
  group = null,
  className,
  title,
  children,
}: {
  readonly alert: AlertFieldsFragment;
  /** End of the value's period, as ISO 8601. */
  readonly end: string;
  /** Only the records of this group. */
  readonly group?: string | null;
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  const projectId = useProjectId() ?? "";
  const { resource, search } = recordsOf(draftOf(alert), Date.parse(end), group);
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
