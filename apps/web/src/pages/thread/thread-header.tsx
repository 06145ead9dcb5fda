import { ChevronDown, CircleAlert } from "lucide-react";
import { useState } from "react";
import type { ThreadHeadQuery } from "../../generated/thread.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { BadgeList } from "../../ui/badge-list.tsx";
import { Menu } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useThreadText } from "./messages.ts";
import type { Outline } from "./outline/outline.ts";
import { useOpenState } from "./outline/use-open-state.ts";
import { walkTo } from "./walk.ts";
import { useThreadPage } from "./thread-context.ts";
import { useNarrow } from "./use-narrow.ts";
import styles from "./thread-view.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";

const AdjacentThreads = onDemand(async () => (await import("./actions/adjacent-threads.tsx")).AdjacentThreads);
const WalkLinks = onDemand(async () => (await import("./actions/walk-links.tsx")).WalkLinks);
const ThreadThumbs = onDemand(async () => (await import("./actions/thread-thumbs.tsx")).ThreadThumbs);
const ThreadActions = onDemand(async () => (await import("./actions/thread-actions.tsx")).ThreadActions);
const FailedStepItems = onDemand(async () => (await import("./failed-step-items.tsx")).FailedStepItems);

export function ThreadHeader(props: {
  readonly thread: NonNullable<ThreadHeadQuery["threadDetail"]> | null;
  readonly threadId: string | null;
  readonly title: string;
  readonly outline: Outline;
  readonly isLive: boolean;
  readonly onNextError: () => void;
}) {
  const { thread, threadId, title, outline, isLive, onNextError } = props;
  const t = useThreadText();
  const formats = useFormats();
  const { shareToken, projectId, panel, rights } = useThreadPage();
  const isNarrow = useNarrow(); // the facts then scroll, which must be possible by keyboard
  const roots = Array.from(outline.order.subarray(0, 1));
  const pageId = threadId ?? (roots[0] === undefined ? null : outline.idOf(roots[0]));
  const isRunning = useOpenState(outline.lastSeen) === "running";
  const [walk] = useState(() => (pageId === null || shareToken !== null || panel ? null : walkTo(projectId, pageId)));
  // For a run without a thread, the totals of its root step are shown, which include all descendants.
  const tokens = thread ? thread.tokenCount : (outline.totalTokens[roots[0] ?? -1] ?? null);
  const cost = thread ? thread.cost : outline.totalCosts[roots[0] ?? -1] || null;
  return (
    <header className={styles.header} data-panel={panel !== null || undefined} data-live={isLive || undefined}>
      {!panel && (
        <h1 title={visibleString(title)}>
          <VisibleText text={title} />
        </h1>
      )}
      <div className={styles.facts} tabIndex={isNarrow ? 0 : undefined}>
        {thread?.participant && <Badge tone="accent">{thread.participant.identifier}</Badge>}
        <Badge>{t("steps", { count: outline.size })}</Badge>
        {tokens !== null && tokens > 0 && (
          <Badge>{t("tokens", { count: tokens, formatted: formats.compact(tokens) })}</Badge>
        )}
        {cost !== null && <Badge>{formats.cost(cost)}</Badge>}
        {outline.end > 0 && <Badge>{formats.duration(outline.end / 1000)}</Badge>}
        {outline.errorCount > 0 && <FailedSteps outline={outline} onNextError={onNextError} />}
        {outline.openCount > 0 && <OpenSteps outline={outline} />}
        {isLive && isRunning && (
          <Badge tone="success" title={t("liveHint")}>
            {t("live")}
          </Badge>
        )}
        <BadgeList labels={thread?.tags ?? []} max={3} />
      </div>
      {shareToken === null && !panel && (
        <div className={styles.walk}>
          {walk ? <WalkLinks walk={walk} /> : thread && <AdjacentThreads thread={thread} />}
        </div>
      )}
      {shareToken === null && (
        <div className={styles.actions}>
          {threadId !== null && rights.mayAnnotate && <ThreadThumbs threadId={threadId} />}
          {threadId !== null && <ThreadActions threadId={threadId} />}
        </div>
      )}
    </header>
  );
}

/** Number of failed steps. It opens a menu of the steps, or selects the only one. */
function FailedSteps({ outline, onNextError }: { readonly outline: Outline; readonly onNextError: () => void }) {
  const t = useThreadText();
  const count = outline.errorCount;
  const badge = (
    <Badge tone="danger">
      <CircleAlert size={12} aria-hidden />
      {t("failedSteps", { count })}
      {count > 1 && <ChevronDown size={12} aria-hidden />}
    </Badge>
  );
  if (count === 1) {
    return (
      <button type="button" className={styles.errors} title={t("errorsHint")} onClick={onNextError}>
        {badge}
      </button>
    );
  }
  return (
    <Menu
      preload={FailedStepItems.preload}
      trigger={
        <button type="button" className={styles.errors}>
          {badge}
        </button>
      }
    >
      <FailedStepItems outline={outline} onNext={onNextError} />
    </Menu>
  );
}

/** Number of steps that have not ended. Each click selects the next one. */
function OpenSteps({ outline }: { readonly outline: Outline }) {
  const t = useThreadText();
  const { select } = useThreadPage();
  const [shown, setShown] = useState<string | null>(null);
  const state = outline.openState;
  const showNext = (): void => {
    const next = outline.openAfter(shown);
    setShown(next);
    select(next);
  };
  return (
    <button type="button" className={styles.errors} title={t(`${state}Hint`)} onClick={showNext}>
      <Badge tone={state === "running" ? "accent" : "warning"}>
        {t(`${state}Count`, { count: outline.openCount })}
      </Badge>
    </button>
  );
}
