import { Combobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import { classes } from "./classes.ts";
import fieldStyles from "./field.module.css";
import { useUiText } from "./messages.ts";
import { MultiSelectValue } from "./multi-select-value.tsx";
import { keepOwnKeys } from "./select-keys.ts";
import type { MultiSelectProps } from "./select-props.ts";
import styles from "./select.module.css";
import { useFocusedTrigger } from "./use-focused-trigger.ts";
import { VisibleText } from "./visible-text.tsx";

/** Multi-select, open when it is mounted. It stays open while the user selects options. */
export function OpenMultiSelect({ id, options, values, placeholder, onChange, className }: MultiSelectProps) {
  const t = useUiText();
  const trigger = useFocusedTrigger();
  return (
    <Combobox.Root
      multiple
      defaultOpen
      items={options}
      value={[...values]}
      onValueChange={(chosen: string[]) => onChange(chosen)}
      autoHighlight
    >
      <Combobox.Trigger ref={trigger} id={id} className={className} onKeyDown={keepOwnKeys}>
        <MultiSelectValue values={values} placeholder={placeholder} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Combobox.Popup
            className={classes(styles.popup, styles.searched)}
            aria-label={t("search")}
            onKeyDown={keepOwnKeys}
          >
            <Combobox.Input className={fieldStyles.input} placeholder={t("search")} aria-label={t("search")} />
            <Combobox.Empty className={styles.none}>{t("noOption")}</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(option: string) => (
                <Combobox.Item key={option} value={option} className={styles.option}>
                  <span className={styles.text}>
                    <VisibleText text={option} />
                  </span>
                  <Combobox.ItemIndicator className={styles.check}>
                    <Check aria-hidden size={14} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
            {values.length > 0 && (
              <button type="button" className={styles.clear} onClick={() => onChange([])}>
                {t("clear")}
              </button>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
