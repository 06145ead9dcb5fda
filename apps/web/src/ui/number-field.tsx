import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { Field, type FieldTexts, invalid } from "./field.tsx";
import styles from "./field.module.css";
import { useUiText } from "./messages.ts";
import { numberText, parseNumber } from "./number-text.ts";
import { Select } from "./select.tsx";
import selectStyles from "./select.module.css";
import { type DurationUnit, durationUnits, joinDuration, splitDuration } from "./duration-text.ts";

export interface NumberFieldProps extends FieldTexts {
  /** Number as text; empty if there is none. `parseNumber` parses it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly minimum?: number | null | undefined;
  readonly maximum?: number | null | undefined;
  readonly placeholder?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** Field for a number with a unit. The arrow keys change the number by one. */
export function NumberField({
  unit,
  ...props
}: NumberFieldProps & {
  readonly unit?: string | undefined;
}) {
  const id = useId();
  const { error, onLeave } = useNumberError(props);
  return (
    <Field id={id} texts={{ ...props, error }}>
      <span className={styles.number}>
        <NumberInput {...props} id={id} error={error} unit={unit} onLeave={onLeave} />
        {unit !== undefined && (
          <span className={styles.unit} id={`${id}-unit`}>
            {unit}
          </span>
        )}
      </span>
    </Field>
  );
}

/** Field for a duration, with an amount and a unit. Its value is in seconds, as text. */
export function DurationField(props: NumberFieldProps) {
  const t = useUiText();
  const id = useId();
  const [typed, setTyped] = useState(() => splitDuration(props.value));
  const shown = joinDuration(typed) === props.value ? typed : splitDuration(props.value);
  const change = (part: Partial<typeof shown>): void => {
    const next = { ...shown, ...part };
    setTyped(next);
    props.onChange(joinDuration(next));
  };
  const { error, onLeave } = useNumberError(props);
  return (
    <Field id={id} texts={{ ...props, error }}>
      <span className={styles.duration}>
        <NumberInput
          {...props}
          id={id}
          error={error}
          value={shown.amount}
          minimum={0}
          maximum={null}
          onChange={(amount) => change({ amount })}
          onLeave={onLeave}
        />
        <label htmlFor={`${id}-unit`} className="visually-hidden">
          {t("unitOf", { name: props.label })}
        </label>
        <Select
          id={`${id}-unit`}
          disabled={props.disabled}
          isInvalid={false}
          describedBy={undefined}
          className={classes(styles.input, selectStyles.trigger)}
          options={durationUnits.map((value) => ({ value, label: t(`unit_${value}`) }))}
          value={shown.unit}
          onChange={(unit) =>
            change({ unit: durationUnits.find((each) => each === unit) ?? ("s" satisfies DurationUnit) })
          }
        />
      </span>
    </Field>
  );
}

function NumberInput({
  id,
  value,
  error,
  unit,
  minimum,
  maximum,
  placeholder,
  required,
  disabled,
  autoFocus,
  onChange,
  onLeave,
}: Omit<NumberFieldProps, "label" | "hint" | "hideLabel"> & {
  readonly id: string;
  readonly unit?: string | undefined;
  readonly onLeave: () => void;
}) {
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const number = value.trim() === "" ? 0 : parseNumber(value);
    if (by === undefined || number === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChange(numberText(Math.min(Math.max(number + by, minimum ?? -Infinity), maximum ?? Infinity)));
  };
  return (
    <input
      {...(unit !== undefined && { "aria-describedby": `${id}-unit` })}
      {...invalid(id, error)}
      id={id}
      className={styles.input}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      placeholder={placeholder}
      required={required}
      disabled={disabled}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the caller decides, as with a field
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={step}
      onBlur={onLeave}
    />
  );
}

/**
 * Returns the error to show: `error` if it is given, otherwise the validation error of the number. A validation error
 * appears only after the field has lost the focus.
 */
function useNumberError({ error, value, minimum, maximum, required }: NumberFieldProps) {
  const t = useUiText();
  const [isLeft, setIsLeft] = useState(false);
  const number = parseNumber(value);
  const own =
    value.trim() === "" && !required
      ? null
      : number === undefined
        ? t("notANumber")
        : number < (minimum ?? -Infinity)
          ? t("tooSmall", { minimum: minimum ?? 0 })
          : number > (maximum ?? Infinity)
            ? t("tooLarge", { maximum: maximum ?? 0 })
            : null;
  const waiting = useRef<AbortController>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  const onLeave = (): void => {
    // While a mouse button is pressed, the error would move the element that is being clicked, and the click would miss
    // it.
    if (document.querySelector(":active") === null) return setIsLeft(true);
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    const show = (): void => {
      controller.abort();
      setTimeout(() => setIsLeft(true));
    };
    // A tap ends with `mouseup`: its `pointerup` comes before the field loses the focus.
    for (const end of ["pointerup", "mouseup", "pointercancel"])
      addEventListener(end, show, { signal: controller.signal });
  };
  return { error: error ?? (isLeft ? own : null), onLeave };
}
