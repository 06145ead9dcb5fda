import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useChange, useOperation } from "../../api/use-request.ts";
import { addToQueue, reviewQueueChoices } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { LoadingState } from "../../ui/page-state.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useReviewText } from "./messages.ts";
import type { QueueTarget } from "./queue-draft.ts";

const maxAdded = 1_000;

export function AddToQueueDialog({
  target,
  findIds,
  onClose,
}: {
  readonly target: QueueTarget;
  readonly findIds: () => Promise<readonly string[]>;
  readonly onClose: (isDone: boolean) => void;
}) {
  const t = useReviewText();
  const formats = useFormats();
  const toast = useToast();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { data, error } = useOperation(reviewQueueChoices, {});
  const add = useChange(addToQueue);
  const [chosen, setChosen] = useState<string | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const choices = (data?.reviewQueues ?? []).filter((queue) => queue.target === target);
  const queueId = chosen ?? choices[0]?.id;
  const submit = async (): Promise<void> => {
    if (queueId === undefined) return;
    const ids = await findIds();
    let count = 0;
    for (let start = 0; start < ids.length; start += maxAdded) {
      const targetIds = ids.slice(start, start + maxAdded);
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      count += (await add.mutateAsync({ queueId, targetIds })).addToReviewQueue.addedCount;
    }
    toast({ text: t("added", { count: formats.number(count) }) });
    onClose(true);
  };
  const start = (): void => {
    setIsBusy(true);
    setFailure(null);
    void submit()
      .catch((reason: unknown) => setFailure(reason instanceof Error ? reason : new Error(String(reason))))
      .finally(() => setIsBusy(false));
  };
  return (
    <Dialog title={t("toQueue")} isOpen onClose={() => onClose(false)}>
      {!data && !error && <LoadingState />}
      <Form onSubmit={start}>
        {data && choices.length === 0 && (
          <p>
            {t("noQueues")}{" "}
            <Link to="/projects/$projectId/review-queues/new" params={{ projectId }}>
              {t("newQueue")}
            </Link>
          </p>
        )}
        {queueId !== undefined && (
          <SelectField
            label={t("queue")}
            options={choices.map(({ id, name }) => ({ value: id, label: visibleString(name) }))}
            value={queueId}
            onChange={setChosen}
          />
        )}
        <DialogError error={error ?? failure} />
        <DialogActions>
          <Button onClick={() => onClose(false)}>{t("cancel")}</Button>
          <Button type="submit" look="primary" disabled={queueId === undefined || isBusy}>
            {t("addTo")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
