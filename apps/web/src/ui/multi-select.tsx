import { useState } from "react";
import { ClosedSelect } from "./closed-select.tsx";
import { MultiSelectValue } from "./multi-select-value.tsx";
import { onDemand } from "./on-demand.tsx";
import type { MultiSelectProps } from "./select-props.ts";

const OpenMultiSelect = onDemand(async () => (await import("./open-multi-select.tsx")).OpenMultiSelect);

/** Selects several options from a list with a search. The code is loaded when the trigger is first used. */
export function MultiSelect(props: MultiSelectProps) {
  const { id, values, placeholder, className } = props;
  const [isAsked, setIsAsked] = useState(false);
  const closed = (
    <ClosedSelect
      id={id}
      className={className}
      isInvalid={false}
      describedBy={undefined}
      onAsk={() => setIsAsked(true)}
      onPreload={() => void OpenMultiSelect.preload()}
    >
      <MultiSelectValue values={values} placeholder={placeholder} />
    </ClosedSelect>
  );
  if (!isAsked) return closed;
  return <OpenMultiSelect {...props} whileLoading={closed} />;
}
