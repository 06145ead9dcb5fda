import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronDown, ChevronUp } from "lucide-react";
import { buttonClass } from "../../../ui/button.tsx";
import { useThreadText } from "../messages.ts";
import { useThreadPage } from "../thread-context.ts";
import { findAdjacentThread } from "./find-adjacent-thread.ts";

/** Links to the list of threads, and to the threads created directly before and after this one. */
export function AdjacentThreads({ thread }: { readonly thread: { readonly id: string; readonly createdAt: string } }) {
  const t = useThreadText();
  const { projectId } = useThreadPage();
  return (
    <>
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "threads" }}
        className={buttonClass({ look: "plain", size: "small", isIcon: true })}
        aria-label={t("toThreads")}
        title={t("toThreads")}
      >
        <ArrowLeft size={16} />
      </Link>
      <Neighbour thread={thread} way="newer" label={t("newerThread")} icon={ChevronUp} />
      <Neighbour thread={thread} way="older" label={t("olderThread")} icon={ChevronDown} />
    </>
  );
}

function Neighbour({
  thread,
  way,
  label,
  icon: Icon,
}: {
  readonly thread: { readonly id: string; readonly createdAt: string };
  readonly way: "newer" | "older";
  readonly label: string;
  readonly icon: typeof ChevronUp;
}) {
  const { projectId } = useThreadPage();
  const { data: id } = useQuery({
    queryKey: [projectId, "neighbour", thread.id, way],
    queryFn: ({ signal }) => findAdjacentThread({ projectId, thread, way, signal }),
  });
  if (id === undefined || id === null) return null;
  return (
    <Link
      to="/projects/$projectId/logs/threads/$threadId"
      params={{ projectId, threadId: id }}
      search={(before) => (before.view ? { view: before.view } : {})}
      className={buttonClass({ look: "plain", size: "small", isIcon: true })}
      aria-label={label}
      title={label}
    >
      <Icon size={16} />
    </Link>
  );
}
