import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../../api/project-id.ts";
import type { AuditLogQuery } from "../../../generated/settings.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

const recordPages = [
  { prefix: "evaluationRule", path: "evaluation-rules" },
  { prefix: "review", path: "review-queues" },
  { prefix: "alert", path: "alerts" },
  { prefix: "channel", path: "channels" },
];

type Event = AuditLogQuery["auditEvents"][number];

/** Name of an event's target, with a link if the target has a page. */
export function AuditTarget({
  event: { action, subjectId, subjectName },
  threadNames,
}: {
  readonly event: Event;
  readonly threadNames: ReadonlyMap<string, string | null>;
}) {
  const projectId = useProjectId() ?? "";
  const name = subjectName ?? (subjectId === null ? "" : (threadNames.get(subjectId) ?? subjectId));
  const text = <VisibleText text={name} />;
  if (subjectId === null) return text;
  const title = visibleString(subjectId);
  if (action === "threadShared" || action === "threadUnshared") {
    return (
      <Link to="/projects/$projectId/logs/threads/$threadId" params={{ projectId, threadId: subjectId }} title={title}>
        {text}
      </Link>
    );
  }
  if (action.startsWith("experiment") && action !== "experimentDeleted") {
    return (
      <Link
        to="/projects/$projectId/experiments/compare"
        params={{ projectId }}
        search={{ ids: subjectId }}
        title={title}
      >
        {text}
      </Link>
    );
  }
  const page = action.endsWith("Deleted") ? undefined : recordPages.find(({ prefix }) => action.startsWith(prefix));
  if (page !== undefined) {
    return (
      // The router's types accept only known paths. This path is computed, so it is cast to one of them.
      <Link to={`/projects/${projectId}/${page.path}/${encodeURIComponent(subjectId)}` as "/"} title={title}>
        {text}
      </Link>
    );
  }
  const section = sectionOf(action);
  if (section === null) return <span title={title}>{text}</span>;
  return (
    <Link to="/projects/$projectId/settings/$section" params={{ projectId, section }} title={title}>
      {text}
    </Link>
  );
}

function sectionOf(action: Event["action"]): "connections" | "keys" | "members" | null {
  if (action === "modelConnectionCreated" || action === "modelConnectionChanged") return "connections";
  if (action === "keyCreated") return "keys";
  return action === "memberInvited" || action === "memberJoined" || action === "roleChanged" ? "members" : null;
}
