import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { IconButton } from "../../ui/button.tsx";
import styles from "./log-table.module.css";
import { useLogsText } from "./messages.ts";
import { pageAt, recordsPerPage } from "./page-at.ts";

/** Shows the position of the visible rows in the list, with buttons for the pages before and after. */
export function LogPager({
  first,
  last,
  loaded,
  total,
  onShow,
  onEnd,
}: {
  readonly first: number;
  readonly last: number;
  readonly loaded: number;
  /** Total number of records, also as formatted text. Null until it is known. */
  readonly total: { readonly text: string; readonly count: number } | null;
  readonly onShow: (index: number) => void;
  readonly onEnd: () => void;
}) {
  const t = useLogsText();
  const formats = useFormats();
  const [wanted, setWanted] = useState<number | null>(null);
  const count = total?.count ?? null;
  const page = pageAt({ first, last, loaded, count });
  const start = page * recordsPerPage;
  const end = Math.min(start + recordsPerPage, count ?? loaded);
  const hasNext = count === null ? loaded > start + recordsPerPage : count > start + recordsPerPage;
  useEffect(() => {
    if (wanted === null) return;
    if (wanted < loaded) {
      onShow(wanted);
      setWanted(null);
    } else onEnd();
  }, [wanted, loaded, onShow, onEnd]);
  return (
    <nav className={styles.pager} aria-label={t("pages")}>
      <IconButton
        size="small"
        label={t("previousPage")}
        disabled={page === 0}
        onClick={() => onShow(start - recordsPerPage)}
      >
        <ChevronLeft size={14} />
      </IconButton>
      <span>
        {t(total === null ? "positionOnly" : "position", {
          from: formats.number(start + 1),
          to: formats.number(end),
          total: total?.text ?? "",
        })}
      </span>
      <IconButton
        size="small"
        label={t("nextPage")}
        disabled={!hasNext || wanted !== null}
        onClick={() => setWanted(start + recordsPerPage)}
      >
        <ChevronRight size={14} />
      </IconButton>
    </nav>
  );
}
