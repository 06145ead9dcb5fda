import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { sessionOptions } from "../../../api/session.ts";
import { useOperation, useRequest } from "../../../api/use-request.ts";
import { scoreSchemaList } from "../../../generated/score-schemas.ts";
import { addScore } from "../../../generated/thread-changes.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError } from "../../../ui/dialog-parts.tsx";
import { SelectField, TextArea } from "../../../ui/field.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { parseNumber } from "../../../ui/number-text.ts";
import { InlineError } from "../../../ui/page-state.tsx";
import { SuggestField } from "../../../ui/suggest-field.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { scorerOf } from "../actions/scorer-of.ts";
import { useDraft } from "../use-draft.ts";
import { useScoreNames } from "./use-score-names.ts";
import { useInspectorText } from "./messages.ts";
import styles from "./inspector.module.css";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";

/** Number of names shown as buttons. The name field suggests all names. */
const shownNames = 6;

export type ScoreTarget = { readonly stepId: string } | { readonly threadId: string };

const empty = { name: "", value: "", comment: "" };

/**
 * Form to score a step or thread. Suggests the names of score schemas and of existing scores. If the schema with the
 * entered name has categories, the user selects one; otherwise, the user enters a number. What was entered is
 * kept until the score is added or the form is canceled.
 */
export function ScoreForm(props: {
  readonly target: ScoreTarget;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}) {
  const t = useInspectorText();
  const { data, error, refetch } = useOperation(scoreSchemaList, {});
  const add = useRequest(addScore);
  const session = useQuery(sessionOptions);
  const [draft, setDraft] = useDraft<typeof empty>("score", JSON.stringify(props.target));
  const { name, value, comment } = draft ?? empty;
  const change = (changed: Partial<typeof empty>): void => setDraft({ name, value, comment, ...changed });
  const names = useScoreNames(data?.scoreSchemas);
  const schema = data?.scoreSchemas.find((each) => each.name === name);
  const { minimum = null, maximum = null, categories = null } = schema ?? {};
  const category = categories?.find(({ label }) => label === value);
  const grades = wholeGrades(minimum, maximum);
  const entered = parseNumber(value);
  // A value of another name that this form does not show is not stored.
  const number = categories ? category?.value : grades ? grades.find((grade) => grade === entered) : entered;
  const isAllowed = number !== undefined && number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
  const id = useId();
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  // Scrolls to the form, because it may open below the visible part of the page.
  useEffect(() => {
    // The braces discard the return value. In some browsers it is a promise, which React would treat as a cleanup
    // function.
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const submit = async (): Promise<void> => {
    if (!isAllowed || name.trim() === "") return;
    await add.mutateAsync({
      ...props.target,
      name: name.trim(),
      value: number,
      label: category?.label ?? null,
      scorer: scorerOf(session.data),
      comment: comment.trim() === "" ? null : comment,
    });
    setDraft(null);
    props.onAdded();
  };
  const cancel = (): void => {
    setDraft(null);
    props.onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the fields in it
    <form
      ref={form}
      className={styles.form}
      noValidate
      // Closes only the form, not the panel around it. An open list of suggestions handles the key itself.
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <SuggestField
        label={t("scoreName")}
        value={name}
        options={names}
        autoFocus
        required
        onChange={(next) => change({ name: next })}
      />
      {names.length > 0 && (
        <div className={styles.names} role="group" aria-label={t("scoreNames")}>
          {names.slice(0, shownNames).map((each) => (
            <Button key={each} size="small" isPressed={each === name} onClick={() => change({ name: each })}>
              <VisibleText text={each} />
            </Button>
          ))}
        </div>
      )}
      {schema?.description != null && (
        <p className={styles.quiet}>
          <VisibleText text={schema.description} />
        </p>
      )}
      {error && !data && <InlineError error={error} onRetry={() => void refetch()} />}
      {categories ? (
        <SelectField
          label={t("scoreValue")}
          value={value}
          onChange={(next) => change({ value: next })}
          options={categories.map(({ label }) => ({ value: label, label: visibleString(label) }))}
        />
      ) : grades ? (
        <div className={styles.score}>
          <span id={`${id}-value`}>{t("scoreValue")}</span>
          <div className={styles.names} role="group" aria-labelledby={`${id}-value`}>
            {grades.map((each) => (
              <Button
                key={each}
                size="small"
                isPressed={number === each}
                onClick={() => change({ value: String(each) })}
              >
                {formats.number(each)}
              </Button>
            ))}
          </div>
        </div>
      ) : (
        <NumberField
          label={t("scoreValue")}
          value={value}
          required
          hint={bounds(t, minimum, maximum)}
          minimum={minimum}
          maximum={maximum}
          onChange={(next) => change({ value: next })}
        />
      )}
      <TextArea
        label={t("scoreComment")}
        value={comment}
        rows={2}
        onChange={(event) => change({ comment: event.target.value })}
      />
      <DialogError error={add.error} />
      <DialogActions>
        <Button onClick={cancel}>{t("cancel")}</Button>
        <Button look="primary" type="submit" disabled={!isAllowed || name.trim() === "" || add.isPending}>
          {t("addScore")}
        </Button>
      </DialogActions>
    </form>
  );
}

/**
 * Returns the whole numbers from `minimum` to `maximum`, to be selected with buttons. Undefined if there are too many
 * of them, or so few that numbers between them are likely, as from 0 to 1.
 */
function wholeGrades(minimum: number | null, maximum: number | null): readonly number[] | undefined {
  if (minimum === null || maximum === null || !Number.isInteger(minimum) || !Number.isInteger(maximum))
    return undefined;
  const count = maximum - minimum + 1;
  return count < 3 || count > 11 ? undefined : Array.from({ length: count }, (_, index) => minimum + index);
}

function bounds(t: ReturnType<typeof useInspectorText>, minimum: number | null, maximum: number | null) {
  if (minimum === null && maximum === null) return undefined;
  return t("scoreBounds", { minimum: minimum ?? "−∞", maximum: maximum ?? "∞" });
}
