import { lazy, Suspense } from "react";
import type { ThreadHeadQuery } from "../../generated/thread.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { useThreadText } from "./messages.ts";
import type { Outline } from "./outline/outline.ts";
import { useThreadPage } from "./thread-context.ts";
import styles from "./thread-view.module.css";

const Neighbours = lazy(async () => ({ default: (await import("./actions/neighbours.tsx")).Neighbours }));
const ThreadActions = lazy(async () => ({ default: (await import("./actions/thread-actions.tsx")).ThreadActions }));

/** The name of a thread with its totals, and the way to its neighbours. */
export function ThreadHeader(props: {
  readonly thread: NonNullable<ThreadHeadQuery["threadDetail"]> | null;
  readonly threadId: string | null;
  readonly title: string;
  readonly outline: Outline;
  /** Whether changes show by themselves. */
  readonly isLive: boolean;
}) {
  const { thread, threadId, title, outline, isLive } = props;
  const t = useThreadText();
  const formats = useFormats();
  const { shareToken } = useThreadPage();
  const roots = Array.from(outline.order.subarray(0, 1));
  const tokens = thread ? thread.tokenCount : (outline.totalTokens[roots[0] ?? -1] ?? null);
  const errors = outline.errorCount;
  return (
    <header className={styles.header}>
      <h1 title={title}>{title}</h1>
      <div className={styles.facts}>
        {thread?.participant && <Badge tone="accent">{thread.participant.identifier}</Badge>}
        <Badge>{t("steps", { count: outline.size })}</Badge>
        {tokens !== null && tokens > 0 && (
          <Badge>{t("tokens", { count: tokens, formatted: formats.compact(tokens) })}</Badge>
        )}
        {thread?.cost != null && <Badge>{formats.cost(thread.cost)}</Badge>}
        {outline.end > 0 && <Badge>{formats.duration(outline.end / 1000)}</Badge>}
        {errors > 0 && <Badge tone="danger">{t("errors", { count: errors })}</Badge>}
        {isLive && <Badge title={t("liveHint")}>{t("live")}</Badge>}
        {thread?.tags?.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
      {threadId !== null && shareToken === null && (
        <div className={styles.actions}>
          <Suspense>
            {thread && <Neighbours thread={thread} />}
            <ThreadActions threadId={threadId} />
          </Suspense>
        </div>
      )}
    </header>
  );
}
