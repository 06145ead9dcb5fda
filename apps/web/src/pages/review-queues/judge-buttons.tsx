import { useChange, useOperation } from "../../api/use-request.ts";
import { reviewJudges, reviewToEvaluator, type ReviewQueueFieldsFragment } from "../../generated/review-queues.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useReviewText } from "./messages.ts";

/**
 * Buttons that add a review to the examples of a judge. There is one for each judge whose score the review contains.
 */
export function JudgeButtons({
  reviewId,
  target,
  scoreNames,
}: {
  readonly reviewId: string;
  readonly target: ReviewQueueFieldsFragment["target"];
  readonly scoreNames: readonly string[];
}) {
  const t = useReviewText();
  const toast = useToast();
  const { data } = useOperation(reviewJudges, {});
  const add = useChange(reviewToEvaluator);
  const judges = (data?.evaluators ?? []).filter(
    ({ latestVersion }) =>
      latestVersion.kind === "LLM" &&
      scoreNames.includes(latestVersion.scoreName) &&
      (target === "THREAD") === (latestVersion.target === "THREAD") &&
      latestVersion.target !== "EXPERIMENT_ITEM",
  );
  return (
    <>
      {judges.map(({ id, name }) => (
        <Button
          key={id}
          size="small"
          disabled={add.isPending}
          onClick={() =>
            add.mutate(
              { id: reviewId, evaluatorId: id },
              {
                onSuccess: ({ addReviewToEvaluator: { number } }) =>
                  toast({ text: t("exampleAdded", { name: visibleString(name), number }) }),
              },
            )
          }
        >
          {t("toJudge", { name: visibleString(name) })}
        </Button>
      ))}
      <DialogError error={add.error} />
    </>
  );
}
