import { useState } from "react";
import { SuggestField } from "../../ui/suggest-field.tsx";
import { useFiltersText } from "./filters/messages.ts";
import { usePathSuggestions } from "./filters/use-suggestions.ts";
import type { LogResource } from "./log-resource.ts";

export function PathForm({
  resource,
  onSubmit,
}: {
  readonly resource: LogResource;
  readonly onSubmit: (path: string) => void;
}) {
  const t = useFiltersText();
  const known = usePathSuggestions(resource, true);
  const [path, setPath] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(path.trim());
      }}
    >
      <SuggestField label={t("path")} value={path} options={known} autoFocus onChange={setPath} />
    </form>
  );
}
