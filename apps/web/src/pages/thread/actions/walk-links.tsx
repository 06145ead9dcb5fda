import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeft, ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { labelWithKey, useShortcuts } from "../../../ui/use-shortcuts.ts";
import { IconButton } from "../../../ui/button.tsx";
import { recordTarget } from "../../logs/record-target.ts";
import { useThreadText } from "../messages.ts";
import { useThreadPage } from "../thread-context.ts";
import styles from "../thread-view.module.css";
import { keepWalk, type Walk } from "../walk.ts";

/** Links to the list from which the user opened this record, and to the list's previous and next record. */
export function WalkLinks({ walk: opened }: { readonly walk: Walk }) {
  const t = useThreadText();
  const formats = useFormats();
  const { projectId } = useThreadPage();
  const navigate = useNavigate();
  const router = useRouter();
  const { view } = useSearch({ strict: false });
  const [walk, setWalk] = useState(opened);
  const { entries, at, total } = walk;
  const isLast = at === entries.length - 1;
  const position = formats.number(entries[at]?.position ?? 0);

  const go = (by: 1 | -1): void => {
    const entry = entries[at + by];
    const target = entry ? recordTarget(entry, projectId, { text: walk.text }) : null;
    if (!target) return;
    const next = { ...walk, at: at + by };
    keepWalk(next);
    setWalk(next);
    void navigate({ ...target, search: { ...target.search, ...(view && { view }) }, replace: true });
  };
  useShortcuts(["n", "p"], (event, { keys }) => {
    if (event.target instanceof Element && event.target.closest('[role="dialog"]:not([data-sheet]), [role="menu"]'))
      return;
    go(keys?.includes("n") ? 1 : -1);
  });

  return (
    <>
      <IconButton size="small" label={t("backToList")} onClick={() => router.history.push(walk.back)}>
        <ArrowLeft size={16} />
      </IconButton>
      <IconButton
        size="small"
        label={labelWithKey(t("previousOfList"), "P")}
        disabled={at === 0}
        onClick={() => go(-1)}
      >
        <ChevronUp size={16} />
      </IconButton>
      <span className={styles.place}>{total === null ? position : t("placeInList", { position, total })}</span>
      <IconButton
        size="small"
        // The list may have more records than were loaded.
        label={isLast && total !== position ? t("moreInList") : labelWithKey(t("nextOfList"), "N")}
        disabled={isLast}
        onClick={() => go(1)}
      >
        <ChevronDown size={16} />
      </IconButton>
    </>
  );
}
