import { Select as Base } from "@base-ui/react/select";
import { Check } from "lucide-react";
import { keepOwnKeys } from "./select-keys.ts";
import type { SelectProps } from "./select-props.ts";
import { SelectValue } from "./select-value.tsx";
import styles from "./select.module.css";
import { useFocusedTrigger } from "./use-focused-trigger.ts";

export function OpenSelect(props: SelectProps) {
  const { id, options, value, onChange, name, disabled = false, isInvalid, describedBy, className } = props;
  const trigger = useFocusedTrigger();
  return (
    <Base.Root
      defaultOpen
      items={options}
      value={value}
      onValueChange={(chosen) => chosen !== null && chosen !== value && onChange(chosen)}
      disabled={disabled}
      modal={false}
      {...(name === undefined ? {} : { name })}
    >
      <Base.Trigger
        ref={trigger}
        id={id}
        className={className}
        onKeyDown={keepOwnKeys}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
      >
        <SelectValue options={options} value={value} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={styles.popup} onKeyDown={keepOwnKeys}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={styles.option} lang={option.lang}>
                  <Base.ItemText className={styles.text}>{option.label}</Base.ItemText>
                  <Base.ItemIndicator className={styles.check}>
                    <Check aria-hidden size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
