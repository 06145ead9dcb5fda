import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { sessionOptions } from "../../../api/session.ts";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { scoreSchemaList } from "../../../generated/score-schemas.ts";
import { addScore, removeScore } from "../../../generated/thread-changes.ts";
import { IconButton } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { Popover } from "../../../ui/popover.tsx";
import type { ScoreTarget } from "../inspector/score-form.tsx";
import { useThreadText } from "../messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { scorerOf } from "./scorer-of.ts";
import { thumbChoices } from "./thumb-choices.ts";
import { ThumbComment } from "./thumb-comment.tsx";

/** Buttons that score a thread or step, and then ask for a comment. A second click removes the user's score. */
export function Thumbs({
  target,
  scores,
  onChanged,
}: {
  readonly target: ScoreTarget;
  readonly scores: readonly Payload["scores"][number][];
  readonly onChanged: () => void;
}) {
  const t = useThreadText();
  const { data } = useOperation(scoreSchemaList, {});
  const session = useQuery(sessionOptions);
  const add = useRequest(addScore);
  const remove = useRequest(removeScore);
  // Value of the thumb whose comment form is open.
  const [commented, setCommented] = useState<number | null>(null);
  if (!data || !session.data) return null;
  const scorer = scorerOf(session.data);
  const { name, up, down } = thumbChoices(data.scoreSchemas);
  const own = scores.filter((score) => score.type === "HUMAN" && score.name === name && score.scorer === scorer);
  const isBusy = add.isPending || remove.isPending;
  const press = async (choice: typeof up): Promise<void> => {
    const isNew = !own.some(({ value }) => value === choice.value);
    const comment = own.find((score) => score.comment !== null)?.comment ?? null;
    setCommented(null);
    if (isNew) {
      await add.mutateAsync({ ...target, name, value: choice.value, label: choice.label, scorer, comment });
    }
    for (const { id } of own) {
      // oxlint-disable-next-line no-await-in-loop -- usually there is only one
      await remove.mutateAsync({ id });
    }
    onChanged();
    // Only now, because a form for the earlier score would lose what is entered in it.
    if (isNew) setCommented(choice.value);
  };
  const button = (choice: typeof up, label: string, icon: React.ReactNode) => (
    <IconButton
      size="small"
      label={label}
      isPressed={own.some(({ value }) => value === choice.value)}
      disabled={isBusy}
      onClick={() => void press(choice).catch(() => undefined)}
    >
      {icon}
    </IconButton>
  );
  const mine = own.find(({ value }) => value === commented) ?? own[0];
  return (
    <>
      {button(up, t("thumbsUp"), <ThumbsUp size={14} aria-hidden />)}
      {button(down, t("thumbsDown"), <ThumbsDown size={14} aria-hidden />)}
      {mine && (
        <Popover
          title={t("commentOnThumb")}
          isOpen={mine.value === commented}
          onOpenChange={(isOpen) => setCommented(isOpen ? mine.value : null)}
          trigger={
            <IconButton size="small" label={t("commentOnThumb")}>
              <MessageSquareText size={14} aria-hidden />
            </IconButton>
          }
        >
          <ThumbComment
            key={mine.id}
            score={mine}
            onClose={() => setCommented(null)}
            onSaved={() => {
              setCommented(null);
              onChanged();
            }}
          />
        </Popover>
      )}
      <DialogError error={add.error ?? remove.error} />
    </>
  );
}
