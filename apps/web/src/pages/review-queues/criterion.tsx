import { useId } from "react";
import type { ReviewQueueFieldsFragment } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { MarkdownText } from "../../ui/markdown/markdown-text.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { parseNumber } from "../../ui/number-text.ts";
import { isEnabledKey } from "../../ui/use-shortcuts.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useReviewText } from "./messages.ts";
import styles from "./review.module.css";

export type ReviewSchema = NonNullable<ReviewQueueFieldsFragment["criteria"][number]["scoreSchema"]>;

/** Input for one score of the rubric: a number field, or a button with a shortcut key for each label. */
export function Criterion({
  schema: { name, description, categories, minimum, maximum },
  help,
  value,
  isCurrent,
  onFocus,
  onEntered,
  onChange,
}: {
  readonly schema: ReviewSchema;
  readonly help: string | null;
  readonly value: string;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  /** Called when the focus leaves the field of a valid number. */
  readonly onEntered: () => void;
  readonly onChange: (value: string) => void;
}) {
  const group = useId();
  const t = useReviewText();
  const formats = useFormats();
  const about = help ?? description;
  const isBounded = minimum !== null && maximum !== null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- receives the focus of its fields
    <fieldset
      className={styles.criterion}
      aria-current={isCurrent || undefined}
      onFocus={onFocus}
      onBlur={() => {
        const number = categories === null ? parseNumber(value) : undefined;
        if (number !== undefined && number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity)) onEntered();
      }}
    >
      <legend>
        <VisibleText text={name} />
      </legend>
      {about !== null && <MarkdownText text={about} />}
      {categories?.map(({ label }, index) => (
        <label key={label} className={styles.choice}>
          <input type="radio" name={group} checked={value === label} onChange={() => onChange(label)} />
          {index < 9 && isEnabledKey(String(index + 1)) && <kbd aria-hidden>{index + 1}</kbd>}
          <span>
            <VisibleText text={label} />
          </span>
        </label>
      ))}
      {categories === null && (
        <NumberField
          label={name}
          hideLabel
          hint={
            isBounded ? t("fromTo", { minimum: formats.number(minimum), maximum: formats.number(maximum) }) : undefined
          }
          minimum={minimum}
          maximum={maximum}
          value={value}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}
