import { Combobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import { useState } from "react";
import { classes } from "./classes.ts";
import fieldStyles from "./field.module.css";
import { useUiText } from "./messages.ts";
import { keepOwnKeys, typedIn } from "./select-keys.ts";
import type { SelectOption, SelectProps } from "./select-props.ts";
import { SelectValue } from "./select-value.tsx";
import styles from "./select.module.css";
import { useFocusedTrigger } from "./use-focused-trigger.ts";

/** `typed` is the text that was typed before the search field existed. */
export function OpenSearchSelect({ typed, ...props }: SelectProps & { readonly typed: string }) {
  const { id, options, value, onChange, name, disabled = false, isInvalid, describedBy, className } = props;
  const t = useUiText();
  const trigger = useFocusedTrigger();
  const [isOpen, setIsOpen] = useState(true);
  const [search, setSearch] = useState(typed);
  return (
    <Combobox.Root
      open={isOpen}
      onOpenChange={setIsOpen}
      inputValue={search}
      onInputValueChange={setSearch}
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(chosen: SelectOption | null) => chosen && chosen.value !== value && onChange(chosen.value)}
      isItemEqualToValue={(one: SelectOption, other: SelectOption) => one.value === other.value}
      autoHighlight
      disabled={disabled}
    >
      <Combobox.Trigger
        ref={trigger}
        id={id}
        className={className}
        onKeyDown={(event) => {
          keepOwnKeys(event);
          const character = typedIn(event);
          if (character === "") return;
          // Without this, the character would select an option of the closed list.
          event.preventBaseUIHandler();
          setSearch(search + character);
          setIsOpen(true);
        }}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
      >
        <SelectValue options={options} value={value} />
      </Combobox.Trigger>
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Combobox.Popup
            className={classes(styles.popup, styles.searched)}
            aria-label={t("search")}
            onKeyDown={keepOwnKeys}
          >
            <Combobox.Input
              className={fieldStyles.input}
              placeholder={t("search")}
              aria-label={t("search")}
              onFocus={({ currentTarget }) => currentTarget.setSelectionRange(search.length, search.length)}
            />
            <Combobox.Empty className={styles.none}>{t("noOption")}</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(option: SelectOption) => (
                <Combobox.Item key={option.value} value={option} className={styles.option} lang={option.lang}>
                  <span className={styles.text}>{option.label}</span>
                  <Combobox.ItemIndicator className={styles.check}>
                    <Check aria-hidden size={14} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
