import { useEffect, useRef, useState } from "react";
import { hasCharacterKeys, isEnabledKey, useShortcuts } from "../../ui/use-shortcuts.ts";
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
import { type Decision, emptyContent, type RubricContent } from "./decision.ts";
import { FlagDialog, HandOnDialog } from "./item-dialogs.tsx";
import { useReviewText } from "./messages.ts";
import styles from "./review.module.css";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import type { TakenReview } from "./taken-review.ts";
import { takesKeys } from "./takes-keys.ts";

export interface RubricProps {
  readonly queue: ReviewQueueFieldsFragment;
  readonly review: TakenReview;
  /** Content of the review, if it was submitted before. Submitting the form replaces this content. */
  readonly submitted: RubricContent | null;
  /** Content of the forms of items without a submitted review, by item id. */
  readonly drafts: Map<string, RubricContent>;
  /** Whether a decision is being sent or taken back. */
  readonly isBusy: boolean;
  readonly onBusy: (isBusy: boolean) => void;
  /** Called after a decision about the item; null if it cannot be taken back. */
  readonly onNext: (decision: Decision | null) => Promise<void>;
  /** Closes the form of a submitted review without a change. */
  readonly onKeep: () => void;
  /** Called if the item can no longer be reviewed, because it was deleted or is done. */
  readonly onGone: () => void;
}

export function Rubric({ queue, review, submitted, drafts, isBusy, onBusy, onNext, onKeep, onGone }: RubricProps) {
  const t = useReviewText();
  const toast = useToast();
  const criteria = queue.criteria.flatMap(({ help, scoreSchema: schema }) => (schema ? [{ help, schema }] : []));
  const [current, setCurrent] = useState(0);
  const initial = submitted ?? drafts.get(review.item.id) ?? emptyContent;
  const [values, setValues] = useState(initial.values);
  const [comment, setComment] = useState(initial.comment);
  const output = review.item.step?.output ?? null;
  const [correction, setCorrection] = useState(initial.correction);
  const [dialog, setDialog] = useState<"flag" | "handOn" | "keys" | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  // Whether the focus is in a text area, in which Enter starts a new line.
  const [isWriting, setIsWriting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const commentBox = useRef<HTMLDivElement>(null);
  const correctionBox = useRef<HTMLDivElement>(null);
  const submit = useRequest(submitReview);
  const skip = useRequest(skipReview);
  useEffect(() => {
    if (correction !== null) correctionBox.current?.querySelector("textarea")?.focus();
    // Depends only on whether the correction field is open, so that typing in the field does not run the effect again.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [correction === null]);

  const isChange = submitted !== null;
  useEffect(() => {
    if (!isChange) drafts.set(review.item.id, { values, comment, correction });
  }, [drafts, isChange, review.item.id, values, comment, correction]);

  const run = (action: () => Promise<Decision | null>): void => {
    if (isBusy) return;
    onBusy(true);
    setProblem(null);
    void action()
      .then(onNext, (error: unknown) => {
        const isGone = error instanceof RequestError && (error.code === "NOT_FOUND" || error.code === "CONFLICT");
        if (isGone) onGone();
        else setProblem(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => onBusy(false));
  };
  const fieldsOf = (index: number) => [
    ...(form.current?.querySelectorAll("fieldset")[index]?.querySelectorAll("input") ?? []),
  ];
  const fieldOf = (index: number) => fieldsOf(index)[0];
  /**
   * Makes a score the active one. Focuses the field of a number. For labels, moves the focus only if a label has it
   * already.
   */
  const activate = (index: number): void => {
    const next = Math.min(Math.max(index, 0), criteria.length - 1);
    setCurrent(next);
    const fields = fieldsOf(next);
    if (criteria[next]?.schema.categories === null) fields[0]?.select();
    else if (isOnLabel(form.current)) (fields.find(({ checked }) => checked) ?? fields[0])?.focus();
  };
  const send = (): void => {
    const scores = criteria.map(({ schema }) => toScore(schema, values[schema.id] ?? ""));
    const missing = scores.indexOf(null);
    if (missing >= 0) {
      setCurrent(missing);
      fieldOf(missing)?.focus();
      const text = values[criteria[missing]?.schema.id ?? ""] ?? "";
      setProblem(text === "" ? new Error(t("missingScore")) : null);
      return;
    }
    const content = {
      scores: scores.filter((score) => score !== null),
      comment: comment.trim() === "" ? null : comment,
      correction: correction === null ? null : correctionOf(correction, output),
    };
    run(async () => {
      const { submitReview: done } = await submit.mutateAsync({ id: review.id, review: content });
      // The last review of an item in a blind queue cannot be undone, because the other reviewers can already see its
      // scores.
      const isFinal = queue.isBlind && done.item?.state === "DONE";
      if (!isFinal) return { review, content: { values, comment, correction } };
      toast({ text: t("submitted") });
      return null;
    });
  };
  const pass = (): void =>
    run(async () => {
      await skip.mutateAsync({ id: review.id });
      return { review, content: null };
    });
  const choose = (schema: ReviewSchema, value: string): void => {
    setValues((before) => ({ ...before, [schema.id]: value }));
    setProblem(null);
  };
  const press = (key: string): boolean => {
    const criterion = criteria[current];
    const category = /^[1-9]$/.test(key) ? criterion?.schema.categories?.[Number(key) - 1] : undefined;
    if (/^\d$/.test(key) && criterion?.schema.categories === null) {
      // Focuses an empty number field, into which the browser then types the digit. An entered number stays.
      if ((values[criterion.schema.id] ?? "") === "") fieldOf(current)?.focus();
      return false;
    }
    if (criterion && category) {
      choose(criterion.schema, category.label);
      if (isOnLabel(form.current)) fieldsOf(current)[Number(key) - 1]?.focus();
      setCurrent(Math.min(current + 1, criteria.length - 1));
    } else if (key === "ArrowDown" || key === "j") activate(current + 1);
    else if (key === "ArrowUp" || key === "k") activate(current - 1);
    else if (key === "Enter") send();
    else if (key === "s" && !isChange) pass();
    else if (key === "f" && !isChange) setDialog("flag");
    else if (key === "c") commentBox.current?.querySelector("textarea")?.focus();
    else if (key === "e") setCorrection((before) => before ?? textOfOutput(output));
    else if (key === "?") setDialog("keys");
    else return false;
    return true;
  };
  useShortcuts(
    [
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
      "j",
      "k",
      "ArrowDown",
      "ArrowUp",
      "enter",
      "s",
      "f",
      "c",
      "e",
      "?",
    ],
    (event) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      // In a number field, only letters that no number has are handled. All other keys are input.
      const isInNumber = target?.closest("fieldset") != null && target.inputMode === "decimal";
      if (dialog !== null || !(isInNumber ? isNoInput(event) : takesKeys(event))) return;
      if (isInNumber) target.blur();
      // Buttons, links and lists handle their own keys.
      if (event.key === "Enter" && target?.closest("button, a, summary, [role=treeitem], [role=option]")) return;
      if (event.key.startsWith("Arrow") && target !== document.body) return;
      if (press(event.key)) event.preventDefault();
    },
    { useKey: true, enableOnFormTags: true },
  );

  if (criteria.length === 0) return <p role="alert">{t("noCriteria")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- receives the keys of its text fields
    <form
      ref={form}
      className={styles.form}
      noValidate
      onFocus={({ target }) => setIsWriting(target instanceof HTMLTextAreaElement)}
      onBlur={() => setIsWriting(false)}
      onKeyDown={(event) => {
        const { key, target, currentTarget } = event;
        // Dialogs of this form are elsewhere in the document, and handle the key themselves.
        if (key !== "Escape" || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
        if (!target.matches("textarea, input:not([type=radio])")) return;
        event.stopPropagation();
        target.blur();
      }}
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
          onEntered={() => setCurrent(Math.min(index + 1, criteria.length - 1))}
          onChange={(value) => choose(schema, value)}
        />
      ))}
      <div ref={commentBox}>
        <TextArea label={t("comment")} rows={2} value={comment} onChange={({ target }) => setComment(target.value)} />
      </div>
      {correction === null ? (
        <div>
          <Button size="small" onClick={() => setCorrection(textOfOutput(output))}>
            {t("correct")} <Key name="E" />
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
      <div className={styles.actions} data-footer>
        <Button type="submit" look="primary" disabled={isBusy}>
          {t(isChange ? "resubmit" : "submit")} <Key name={isWriting ? t("keyNameSubmit") : "Enter"} />
        </Button>
        {isChange ? (
          <Button disabled={isBusy} onClick={onKeep}>
            {t("keepAsIs")}
          </Button>
        ) : (
          <>
            <Button disabled={isBusy} onClick={pass}>
              {t("skip")} <Key name="S" />
            </Button>
            <Button disabled={isBusy} onClick={() => setDialog("flag")}>
              {t("flag")} <Key name="F" />
            </Button>
            <Button disabled={isBusy} onClick={() => setDialog("handOn")}>
              {t("handOn")}
            </Button>
          </>
        )}
        <Button className={styles.shortcuts} onClick={() => setDialog("keys")}>
          {t("shortcuts")}
        </Button>
      </div>
      <p className={styles.hints} aria-hidden>
        {(isWriting ? writingHints : hasCharacterKeys() ? hints : []).map(([key, text]) => (
          <span key={text}>
            <kbd>{key}</kbd> {t(text)}
          </span>
        ))}
      </p>
      {dialog === "flag" && (
        <FlagDialog reviewId={review.id} onClose={() => setDialog(null)} onDone={() => void onNext(null)} />
      )}
      {dialog === "handOn" && (
        <HandOnDialog
          reviewId={review.id}
          reviewers={queue.reviewers}
          onClose={() => setDialog(null)}
          onDone={() => void onNext(null)}
        />
      )}
      {dialog === "keys" && <ShortcutsDialog onClose={() => setDialog(null)} />}
    </form>
  );
}

function isNoInput({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return /^[jksfc?]$/.test(key) && !ctrlKey && !metaKey && !altKey;
}

/** Whether the focus is on a label of a score. */
function isOnLabel(form: HTMLFormElement | null): boolean {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLInputElement &&
    activeElement.type === "radio" &&
    form?.contains(activeElement) === true
  );
}

const hints = [
  ["1–9", "hintLabel"],
  ["J K", "hintMove"],
  ["C", "hintComment"],
  ["?", "hintHelp"],
] as const;

const writingHints = [["Esc", "hintLeave"]] as const;

/** Key of a button's action, for people who see the button. Screen readers announce the list of shortcuts instead. */
function Key({ name }: { readonly name: string }) {
  if (!isEnabledKey(name)) return null;
  return (
    <kbd className={styles.key} aria-hidden>
      {name}
    </kbd>
  );
}

/** Parses the value of a criterion; returns null if the text is not valid. */
/** Returns null for a score without a value, or with a number outside its range, which its field reports. */
function toScore({ id: scoreSchemaId, categories, minimum, maximum }: ReviewSchema, text: string) {
  const category = categories?.find(({ label }) => label === text);
  if (category) return { scoreSchemaId, value: category.value, label: category.label };
  const value = categories === null && text.trim() !== "" ? parseNumber(text) : undefined;
  if (value === undefined || value < (minimum ?? -Infinity) || value > (maximum ?? Infinity)) return null;
  return { scoreSchemaId, value, label: null };
}
