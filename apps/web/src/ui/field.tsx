import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";
import { classes } from "./classes.ts";
import styles from "./field.module.css";
import { MultiSelect } from "./multi-select.tsx";
import { Select } from "./select.tsx";
import type { SelectOption } from "./select-props.ts";
import selectStyles from "./select.module.css";
import { VisibleText } from "./visible-text.tsx";

export interface FieldTexts {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** Whether only screen readers get the label. */
  readonly hideLabel?: boolean | undefined;
}

export function Field({
  id,
  texts,
  children,
}: {
  readonly id: string;
  readonly texts: FieldTexts;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={texts.hideLabel ? "visually-hidden" : styles.label}>
        <VisibleText text={texts.label} />
      </label>
      {children}
      {texts.hint && (
        <p className={styles.hint}>{typeof texts.hint === "string" ? <VisibleText text={texts.hint} /> : texts.hint}</p>
      )}
      {texts.error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <VisibleText text={texts.error} />
        </p>
      )}
    </div>
  );
}

export function invalid(id: string, error: string | null | undefined) {
  return error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
}

export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: FieldTexts & InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> | undefined }) {
  const id = useId();
  return (
    <Field id={id} texts={{ label, hint, error, hideLabel }}>
      <input {...rest} {...invalid(id, error)} id={id} className={classes(styles.input, className)} />
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Field id={id} texts={{ label, hint, error, hideLabel }}>
      <textarea
        rows={4}
        onKeyDown={submitOnEnter}
        {...rest}
        {...invalid(id, error)}
        id={id}
        className={classes(styles.input, className)}
      />
    </Field>
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Select box for one option. Pass `value` and `onChange`, or pass `name` to read the value from the form on submit. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  options,
  value,
  onChange,
  ...rest
}: FieldTexts & {
  readonly options: readonly SelectOption[];
  readonly value?: string | undefined;
  readonly onChange?: (value: string) => void;
  readonly name?: string;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
}) {
  const id = useId();
  const [own, setOwn] = useState(options[0]?.value ?? "");
  const shown = value ?? own;
  return (
    <Field id={id} texts={{ label, hint, error, hideLabel }}>
      <Select
        {...rest}
        id={id}
        options={options}
        value={shown}
        onChange={onChange ?? setOwn}
        isInvalid={Boolean(error)}
        describedBy={error ? `${id}-error` : undefined}
        className={classes(styles.input, selectStyles.trigger, className)}
      />
    </Field>
  );
}

/** Selects several options from a list with a search. */
export function MultiSelectField({
  label,
  hint,
  hideLabel,
  className,
  options,
  values,
  placeholder,
  onChange,
}: Omit<FieldTexts, "error"> & {
  readonly options: readonly string[];
  readonly values: readonly string[];
  readonly placeholder: string;
  readonly onChange: (values: readonly string[]) => void;
  readonly className?: string | undefined;
}) {
  const id = useId();
  return (
    <Field id={id} texts={{ label, hint, hideLabel }}>
      <MultiSelect
        {...{ id, options, values, placeholder, onChange }}
        className={classes(styles.input, selectStyles.trigger, className)}
      />
    </Field>
  );
}
