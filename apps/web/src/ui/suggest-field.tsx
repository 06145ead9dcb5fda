import { Autocomplete } from "@base-ui/react/autocomplete";
import { useId, useState } from "react";
import { Field, type FieldTexts, invalid } from "./field.tsx";
import fieldStyles from "./field.module.css";
import { keepOwnKeys } from "./select-keys.ts";
import styles from "./select.module.css";
import { VisibleText } from "./visible-text.tsx";

export function SuggestField({
  label,
  hint,
  error,
  hideLabel,
  value,
  options,
  autoFocus,
  required,
  onChange,
}: FieldTexts & {
  readonly value: string;
  readonly options: readonly string[];
  readonly autoFocus?: boolean;
  readonly required?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const [isAsked, setIsAsked] = useState(false);
  const words = value.toLowerCase();
  const shown = options.filter((option) => option !== value && option.toLowerCase().includes(words));
  return (
    <Field id={id} texts={{ label, hint, error, hideLabel }}>
      <Autocomplete.Root
        // While the list is open, screen readers ignore the rest of the form. The list is therefore open only if it has
        // suggestions.
        open={isAsked && shown.length > 0}
        onOpenChange={setIsAsked}
        items={shown}
        filter={null}
        value={value}
        onValueChange={onChange}
        openOnInputClick
      >
        <Autocomplete.Input
          {...invalid(id, error)}
          id={id}
          autoFocus={autoFocus}
          required={required}
          className={fieldStyles.input}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className={styles.positioner} sideOffset={4} align="start">
            <Autocomplete.Popup className={styles.popup} onKeyDown={keepOwnKeys}>
              <Autocomplete.List aria-label={label}>
                {(option: string) => (
                  <Autocomplete.Item key={option} value={option} className={styles.option}>
                    <span className={styles.text}>
                      <VisibleText text={option} />
                    </span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </Field>
  );
}
