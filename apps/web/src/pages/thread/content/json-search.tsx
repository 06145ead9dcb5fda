import type { JsonValue } from "@threadline/schema/sdk";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { useThreadText } from "../messages.ts";
import { JsonMatchContext } from "./json-match.ts";
import { type JsonPath, pathText, searchJson } from "./json-path.ts";
import styles from "./json-tree.module.css";

/** Search field for the JSON tree below it. Enter moves to the next match, Shift+Enter to the previous one. */
export function JsonSearch({ value, children }: { readonly value: JsonValue; readonly children: ReactNode }) {
  const t = useThreadText();
  const [text, setText] = useState("");
  const settled = useDebounced(text, 200);
  const { paths, isPartial } = useMemo(() => searchJson(value, settled), [value, settled]);
  const [chosen, setChosen] = useState({ text: "", at: 0 });
  const at = chosen.text === settled ? chosen.at : 0;
  const current = paths[at] ?? null;
  const match = useMemo(() => {
    const known = new Set(paths.map(pathText));
    return { current, isMatch: (path: JsonPath) => known.size > 0 && known.has(pathText(path)) };
  }, [paths, current]);
  const move = (by: 1 | -1): void => {
    if (paths.length > 0) setChosen({ text: settled, at: (at + by + paths.length) % paths.length });
  };
  return (
    <JsonMatchContext value={match}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the field inside has the focus */}
      <div
        className={styles.search}
        role="group"
        aria-label={t("searchJson")}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          move(event.shiftKey ? -1 : 1);
        }}
      >
        <SearchField label={t("searchJson")} value={text} onChange={setText} />
        {settled.trim() !== "" && (
          <>
            <span role="status">
              {t("matches", { count: paths.length, position: paths.length === 0 ? 0 : at + 1 })}
              {isPartial && "+"}
            </span>
            <IconButton size="small" label={t("previousMatch")} onClick={() => move(-1)}>
              <ChevronUp size={14} aria-hidden />
            </IconButton>
            <IconButton size="small" label={t("nextMatch")} onClick={() => move(1)}>
              <ChevronDown size={14} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {children}
    </JsonMatchContext>
  );
}
