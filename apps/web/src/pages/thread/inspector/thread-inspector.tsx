import { Link } from "@tanstack/react-router";
import { useRequest } from "../../../api/use-request.ts";
import { setThreadTags } from "../../../generated/thread-changes.ts";
import { useFormats } from "../../../messages/formats.ts";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { CommentsSection } from "../comments/comments-section.tsx";
import { useInspectorText } from "./messages.ts";
import type { Outline } from "../outline/outline.ts";
import { type ShownThread, useThreadPage } from "../thread-context.ts";
import { FactsList } from "./facts-list.tsx";
import styles from "./inspector.module.css";
import { PayloadSection } from "./payload-section.tsx";
import { SharedScores } from "../shared/shared-scores.tsx";
import { Section } from "./section.tsx";
import { TagsEditor } from "./tags-editor.tsx";
import { ThreadScores } from "./thread-scores.tsx";
import { usageFacts } from "./usage-facts.ts";
import { useThreadUsage } from "./use-thread-usage.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

interface ThreadInspectorProps<Thread> {
  readonly thread: Thread;
  readonly outline: Outline;
  readonly onChanged: () => void;
}

/** Describes the whole thread. Shown while no step is selected. */
export function ThreadInspector({ thread, ...rest }: ThreadInspectorProps<ShownThread | null>) {
  const t = useInspectorText();
  if (!thread) return <p className={`${styles.inspector} ${styles.quiet}`}>{t("nothingSelected")}</p>;
  return <LoadedThread thread={thread} {...rest} />;
}

function LoadedThread({ thread, outline, onChanged }: ThreadInspectorProps<ShownThread>) {
  const t = useInspectorText();
  const formats = useFormats();
  const { projectId, shareToken, rights, panel } = useThreadPage();
  const hidesScores = panel?.hiddenScores === "all";
  const usage = useThreadUsage(thread);
  const setTags = useRequest(setThreadTags);
  return (
    <div className={styles.inspector}>
      <Section title={t("overview")}>
        <FactsList
          facts={[
            [
              t("id"),
              <code key="id">
                <VisibleText text={thread.id} />
              </code>,
            ],
            [
              t("participant"),
              thread.participant && shareToken === null && (
                <Link to="/projects/$projectId/users/$userId" params={{ projectId, userId: thread.participant.id }}>
                  <VisibleText text={thread.participant.identifier} />
                </Link>
              ),
            ],
            [t("began"), formats.dateTime(thread.createdAt)],
            [t("received"), formats.dateTime(thread.receivedAt)],
            [t("environment"), thread.environment],
            [t("stepCount"), formats.number(outline.size)],
            [t("duration"), thread.duration === null ? null : formats.duration(thread.duration)],
            ...usageFacts({ t, formats, tokens: usage?.tokenDetails, costs: usage?.costDetails }),
            [t("allTokens"), thread.tokenCount === null ? null : formats.number(thread.tokenCount)],
            [t("cost"), thread.cost === null ? null : formats.cost(thread.cost)],
          ]}
        />
      </Section>
      {thread.scores && shareToken !== null && (
        <SharedScores threadId={thread.id} scores={thread.scores} outline={outline} shareToken={shareToken} />
      )}
      {shareToken === null && !hidesScores && (
        <ThreadScores projectId={projectId} threadId={thread.id} outline={outline} />
      )}
      {shareToken === null && !hidesScores && <CommentsSection target={{ threadId: thread.id }} />}
      <Section title={t("tags")}>
        <TagsEditor
          tags={thread.tags ?? []}
          isBusy={setTags.isPending}
          isReadOnly={!rights.mayAnnotate}
          onChange={(tags) => void setTags.mutateAsync({ id: thread.id, tags }).then(onChanged, () => undefined)}
        />
        <DialogError error={setTags.error} />
      </Section>
      {thread.metadata !== null && <PayloadSection title={t("metadata")} place="metadata" value={thread.metadata} />}
      <p className={styles.quiet}>{t("nothingSelected")}</p>
    </div>
  );
}
