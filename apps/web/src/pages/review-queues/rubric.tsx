import { useEffect, useRef, useState } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { RequestError } from "../../api/request-error.ts";
import { useRequest } from "../../api/use-request.ts";
import { type ReviewQueueFieldsFragment, skipReview, submitReview } from "../../generated/review-queues.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { TextArea } from "../../ui/field.tsx";
import { parseNumber } from "../../ui/number-text.ts";
import { useToast } from "../../ui/toasts.tsx";
import { Criterion, type ReviewSchema } from "./criterion.tsx";
import { correctionOf, textOfOutput } from "./correction.ts";
import { FlagDialog, HandOnDialog } from "./item-dialogs.tsx";
import { useReviewText } from "./messages.ts";
import styles from "./review.module.css";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import type { TakenReview } from "./taken-review.ts";

export function Rubric({
  queue,
  review,
  onNext,
  onGone,
}: {
  readonly queue: ReviewQueueFieldsFragment;
  readonly review: TakenReview;
  readonly onNext: () => Promise<void>;
  /** Called if the item can no longer be reviewed, because it was deleted or is done. */
  readonly onGone: () => void;
}) {
  const t = useReviewText();
  const toast = useToast();
  const criteria = queue.criteria.flatMap(({ help, scoreSchema: schema }) => (schema ? [{ help, schema }] : []));
  const [current, setCurrent] = useState(0);
  /** Selected labels and typed numbers, by schema id. */
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [comment, setComment] = useState("");
  const output = review.item.step?.output ?? null;
  const [correction, setCorrection] = useState<string | null>(null);
  const [dialog, setDialog] = useState<"flag" | "handOn" | "keys" | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const commentBox = useRef<HTMLDivElement>(null);
  const correctionBox = useRef<HTMLDivElement>(null);
  const submit = useRequest(submitReview);
  const skip = useRequest(skipReview);
  useEffect(() => {
    if (correction !== null) correctionBox.current?.querySelector("textarea")?.focus();
    // Depends only on whether the correction field is open, so that typing in the field does not run the effect again.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [correction === null]);

  const run = (action: () => Promise<unknown>): void => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    void action()
      .then(onNext, (error: unknown) => {
        const isGone = error instanceof RequestError && (error.code === "NOT_FOUND" || error.code === "CONFLICT");
        if (isGone) onGone();
        else setProblem(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => setIsBusy(false));
  };
  const send = (): void => {
    const scores = criteria.map(({ schema }) => toScore(schema, values[schema.id] ?? ""));
    const missing = scores.indexOf(null);
    if (missing >= 0) {
      setCurrent(missing);
      setProblem(new Error(t("missingScore")));
      return;
    }
    const content = {
      scores: scores.filter((score) => score !== null),
      comment: comment.trim() === "" ? null : comment,
      correction: correction === null ? null : correctionOf(correction, output),
    };
    run(async () => {
      await submit.mutateAsync({ id: review.id, review: content });
      toast({ text: t("submitted") });
    });
  };
  const choose = (schema: ReviewSchema, value: string): void => {
    setValues((before) => ({ ...before, [schema.id]: value }));
    setProblem(null);
  };
  const press = (key: string): boolean => {
    const criterion = criteria[current];
    const category = /^[1-9]$/.test(key) ? criterion?.schema.categories?.[Number(key) - 1] : undefined;
    if (criterion && category) {
      choose(criterion.schema, category.label);
      setCurrent(Math.min(current + 1, criteria.length - 1));
    } else if (key === "ArrowDown" || key === "j") setCurrent(Math.min(current + 1, criteria.length - 1));
    else if (key === "ArrowUp" || key === "k") setCurrent(Math.max(current - 1, 0));
    else if (key === "Enter") send();
    else if (key === "s") run(() => skip.mutateAsync({ id: review.id }));
    else if (key === "f") setDialog("flag");
    else if (key === "c") commentBox.current?.querySelector("textarea")?.focus();
    else if (key === "e") setCorrection((before) => before ?? textOfOutput(output));
    else if (key === "?") setDialog("keys");
    else return false;
    return true;
  };
  useHotkeys(
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "j", "k", "ArrowDown", "ArrowUp", "enter", "s", "f", "c", "e", "?"],
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || dialog !== null) return;
      if (
        target?.closest('[role="dialog"], [role="menu"], [role="listbox"], textarea, select, input:not([type=radio])')
      )
        return;
      // Buttons, links and lists handle their own keys.
      if (event.key === "Enter" && target?.closest("button, a, summary, [role=treeitem], [role=option]")) return;
      if (event.key.startsWith("Arrow") && target !== document.body) return;
      if (press(event.key)) event.preventDefault();
    },
    { useKey: true, enableOnFormTags: true },
  );

  if (criteria.length === 0) return <p role="alert">{t("noCriteria")}</p>;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {criteria.map(({ schema, help }, index) => (
        <Criterion
          key={schema.id}
          schema={schema}
          help={help}
          value={values[schema.id] ?? ""}
          isCurrent={index === current}
          onFocus={() => setCurrent(index)}
          onChange={(value) => choose(schema, value)}
        />
      ))}
      <div ref={commentBox}>
        <TextArea label={t("comment")} rows={2} value={comment} onChange={({ target }) => setComment(target.value)} />
      </div>
      {correction === null ? (
        <div>
          <Button size="small" onClick={() => setCorrection(textOfOutput(output))}>
            {t("correct")}
          </Button>
        </div>
      ) : (
        <div ref={correctionBox}>
          <TextArea
            label={t("correction")}
            hint={t("correctionHint")}
            rows={6}
            value={correction}
            onChange={({ target }) => setCorrection(target.value)}
          />
        </div>
      )}
      <DialogError error={problem} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" disabled={isBusy}>
          {t("submit")}
        </Button>
        <Button disabled={isBusy} onClick={() => run(() => skip.mutateAsync({ id: review.id }))}>
          {t("skip")}
        </Button>
        <Button disabled={isBusy} onClick={() => setDialog("flag")}>
          {t("flag")}
        </Button>
        <Button disabled={isBusy} onClick={() => setDialog("handOn")}>
          {t("handOn")}
        </Button>
        <Button look="plain" onClick={() => setDialog("keys")}>
          {t("shortcuts")}
        </Button>
      </div>
      {dialog === "flag" && (
        <FlagDialog reviewId={review.id} onClose={() => setDialog(null)} onDone={() => void onNext()} />
      )}
      {dialog === "handOn" && (
        <HandOnDialog
          reviewId={review.id}
          reviewers={queue.reviewers}
          onClose={() => setDialog(null)}
          onDone={() => void onNext()}
        />
      )}
      {dialog === "keys" && <ShortcutsDialog onClose={() => setDialog(null)} />}
    </form>
  );
}

/** Parses the value of a criterion; returns null if the text is not valid. */
function toScore({ id: scoreSchemaId, categories }: ReviewSchema, text: string) {
  const category = categories?.find(({ label }) => label === text);
  if (category) return { scoreSchemaId, value: category.value, label: category.label };
  const value = categories === null && text.trim() !== "" ? parseNumber(text) : undefined;
  return value === undefined ? null : { scoreSchemaId, value, label: null };
}
