import type { KeyboardEvent, ReactNode } from "react";
import { isOwnKey, keepOwnKeys, typedIn } from "./select-keys.ts";

/** Trigger of a select, shown until the code for the list is loaded. */
export function ClosedSelect({
  id,
  className,
  disabled,
  isInvalid,
  describedBy,
  autoFocus = false,
  onAsk,
  onPreload,
  children,
}: {
  readonly id: string;
  readonly className: string;
  readonly disabled?: boolean | undefined;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Called when the select is opened, with the character that was typed, and for each character until it is open. */
  readonly onAsk: (typed: string) => void;
  readonly onPreload: () => void;
  readonly children: ReactNode;
}) {
  const open = (event: KeyboardEvent): void => {
    if (!isOwnKey(event)) return;
    keepOwnKeys(event);
    onAsk(typedIn(event));
  };
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the list does not exist yet
      role="combobox"
      id={id}
      className={className}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the caller decides, as with a field
      autoFocus={autoFocus}
      disabled={disabled}
      onClick={() => onAsk("")}
      onKeyDown={open}
      onFocus={onPreload}
      onPointerEnter={onPreload}
    >
      {children}
    </button>
  );
}
