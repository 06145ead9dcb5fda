import { useState } from "react";
import { ClosedSelect } from "./closed-select.tsx";
import { onDemand } from "./on-demand.tsx";
import type { SelectProps } from "./select-props.ts";
import { SelectValue } from "./select-value.tsx";

const OpenSelect = onDemand(async () => (await import("./open-select.tsx")).OpenSelect);
const OpenSearchSelect = onDemand(async () => (await import("./open-search-select.tsx")).OpenSearchSelect);

/** Maximum number of options without a search field. */
const maxPlainOptions = 12;

/** A select. Its code is loaded when the trigger is first used, so that pages load faster. */
export function Select({ autoFocus = false, ...props }: SelectProps & { readonly autoFocus?: boolean | undefined }) {
  const { id, options, value, name, disabled, isInvalid, describedBy, className } = props;
  const [isAsked, setIsAsked] = useState(false);
  // Whether the opened select has a search field. This is decided when the select is first opened, and does not change
  // later, even if the number of options changes.
  const [hasSearch, setHasSearch] = useState(false);
  const [typed, setTyped] = useState("");
  const isLong = options.length > maxPlainOptions;
  const closed = (
    <>
      <ClosedSelect
        {...{ id, className, disabled, isInvalid, describedBy, autoFocus }}
        onAsk={(character) => {
          setHasSearch(isAsked ? hasSearch : isLong);
          setIsAsked(true);
          setTyped((before) => before + character);
        }}
        onPreload={() => void (isLong ? OpenSearchSelect : OpenSelect).preload()}
      >
        <SelectValue options={options} value={value} />
      </ClosedSelect>
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
  if (!isAsked) return closed;
  if (hasSearch) return <OpenSearchSelect {...props} typed={typed} whileLoading={closed} />;
  return <OpenSelect {...props} whileLoading={closed} />;
}
