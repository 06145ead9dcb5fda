import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { isOwnKey, keepOwnKeys } from "./select-keys.ts";
import type { SelectProps } from "./select-props.ts";
import { SelectValue } from "./select-value.tsx";

const load = async () => ({ default: (await import("./open-select.tsx")).OpenSelect });
const OpenSelect = lazy(load);
const loadSearch = async () => ({ default: (await import("./open-search-select.tsx")).OpenSearchSelect });
const OpenSearchSelect = lazy(loadSearch);

/** Maximum number of options without a field that searches them. */
const maxPlainOptions = 12;

/** Select whose code is loaded when its trigger is first touched, since most pages have one. */
export function Select({ autoFocus = false, ...props }: SelectProps & { readonly autoFocus?: boolean | undefined }) {
  const { id, options, value, name, disabled, isInvalid, describedBy, className } = props;
  const [isAsked, setIsAsked] = useState(false);
  // What was open once stays as it is while its options change.
  const [hasSearch, setHasSearch] = useState(false);
  const isLong = options.length > maxPlainOptions;
  const preload = () => void (isLong ? loadSearch() : load());
  const ask = () => {
    setHasSearch(isLong);
    setIsAsked(true);
  };
  const open = (event: KeyboardEvent): void => {
    if (!isOwnKey(event)) return;
    keepOwnKeys(event);
    ask();
  };
  const closed = (
    <>
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
        onClick={ask}
        onKeyDown={open}
        onFocus={preload}
        onPointerEnter={preload}
      >
        <SelectValue options={options} value={value} />
      </button>
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>{hasSearch ? <OpenSearchSelect {...props} /> : <OpenSelect {...props} />}</Suspense>
  );
}
