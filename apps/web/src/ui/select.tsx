import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import type { SelectProps } from "./select-props.ts";
import { SelectValue } from "./select-value.tsx";

const load = async () => ({ default: (await import("./open-select.tsx")).OpenSelect });
const OpenSelect = lazy(load);

/** Select whose code is loaded when its trigger is first touched, since most pages have one. */
export function Select({ autoFocus = false, ...props }: SelectProps & { readonly autoFocus?: boolean | undefined }) {
  const { id, options, value, name, disabled, isInvalid, describedBy, className } = props;
  const [isAsked, setIsAsked] = useState(false);
  const open = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey;
    if (key === "ArrowDown" || key === "ArrowUp" || isText) setIsAsked(true);
  };
  const closed = (
    <>
      <button
        type="button"
        role="combobox"
        id={id}
        className={className}
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        autoFocus={autoFocus}
        disabled={disabled}
        onClick={() => setIsAsked(true)}
        onKeyDown={open}
        onFocus={() => void load()}
        onPointerEnter={() => void load()}
      >
        <SelectValue options={options} value={value} />
      </button>
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenSelect {...props} />
    </Suspense>
  );
}
