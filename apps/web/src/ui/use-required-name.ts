import { type RefObject, useRef, useState } from "react";
import { useUiText } from "./messages.ts";

export interface RequiredName {
  /** Properties of the text field. */
  readonly field: { readonly ref: RefObject<HTMLInputElement | null>; readonly error: string | null };
  /** Returns whether there is a name. If not, marks the field and focuses it. */
  readonly check: () => boolean;
}

/**
 * Checks that a required name is filled in. Needed for forms without a `<form>` element, because the browser does not
 * check them.
 */
export function useRequiredName(name: string): RequiredName {
  const t = useUiText();
  const ref = useRef<HTMLInputElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = name.trim() === "";
  return {
    field: { ref, error: isChecked && isMissing ? t("nameMissing") : null },
    check() {
      setIsChecked(isMissing);
      if (isMissing) ref.current?.focus();
      return !isMissing;
    },
  };
}
