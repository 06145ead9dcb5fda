import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, MessageSquareQuote, Tag } from "lucide-react";
import { use, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError, LoadingText } from "../../ui/page-state.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./dashboard.module.css";
import { type Mark, markName } from "./mark.ts";
import { useDashboardText } from "./messages.ts";
import { MarksContext } from "./use-marks.ts";

/** Number of marks that fit on one line, beside their heading or below it. */
const [fewMarks, manyMarks] = [3, 5];

/**
 * Lists the newest releases and prompt versions in the period, and on demand all of them. Each has links to its records
 * or prompt, and to a comparison of the figures before and after it. Even while it loads or is empty, the list has one
 * line, so that the charts below do not move.
 */
export function MarkList() {
  const t = useDashboardText();
  const projectId = useProjectId() ?? "";
  const { marks: known, arePending, error, comparisonOf } = use(MarksContext);
  // Marks are shown only when all are loaded. Otherwise, a mark that is loaded later would move the others.
  const marks = arePending ? [] : known;
  const client = useQueryClient();
  const retry = (): void => {
    void client.refetchQueries({
      queryKey: [projectId],
      type: "active",
      predicate: ({ state }) => state.error !== null,
    });
  };
  const [hasAll, setHasAll] = useState(false);
  const isRoomy = useMedia("(width >= 90rem)");
  const shownMarks = isRoomy ? manyMarks : fewMarks;
  return (
    <section className={styles.marks} aria-labelledby="marks" aria-busy={arePending} data-all={hasAll || undefined}>
      <h2 id="marks">{t("marks")}</h2>
      {arePending && <LoadingText text={t("marksLoading")} error={null} onRetry={retry} />}
      {error !== null && !arePending && <InlineError error={error} onRetry={retry} />}
      {marks.length === 0 && error === null && !arePending && <p>{t("noMarks")}</p>}
      {marks.length > 0 && (
        <ul>
          {(hasAll ? marks : marks.slice(-shownMarks)).map((mark) => {
            const name = markName(mark);
            const label = visibleString(t("compareMark", { name }));
            return (
              <li key={`${mark.name} ${mark.version}`}>
                <MarkLink mark={mark} hasTime={!isRoomy || hasAll} />
                <Link
                  to="/projects/$projectId/dashboard"
                  params={{ projectId }}
                  search={comparisonOf(mark)}
                  className={styles.compareMark}
                  aria-label={label}
                  title={label}
                  preload={false}
                >
                  <ArrowLeftRight size={14} aria-hidden />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {marks.length > shownMarks && (
        <Button look="plain" size="small" aria-expanded={hasAll} onClick={() => setHasAll(!hasAll)}>
          {hasAll ? t("fewerMarks") : t("allMarks", { count: marks.length })}
        </Button>
      )}
    </section>
  );
}

function MarkLink({
  mark,
  hasTime,
}: {
  readonly mark: Mark;
  /** Whether the time of day is shown besides the day. */
  readonly hasTime: boolean;
}) {
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const { name, version, time } = mark;
  const from = new Date(time).toISOString();
  const title = visibleString(`${markName(mark)} · ${formats.dateTime(from)}`);
  const content = (
    <>
      {version === null ? <Tag size={12} aria-hidden /> : <MessageSquareQuote size={12} aria-hidden />}
      <span>
        <VisibleText text={markName(mark)} />
      </span>
      <time dateTime={from}>{hasTime ? formats.shortTime(from) : formats.shortDay(from)}</time>
    </>
  );
  if (version === null) {
    const filters = [{ field: "tags", operator: "in" as const, value: [name] }];
    return (
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "threads" }}
        search={{ filters, from }}
        title={title}
      >
        {content}
      </Link>
    );
  }
  return (
    <Link
      to="/projects/$projectId/prompts/$name"
      params={{ projectId, name }}
      search={{ version, ...(version > 0 && { tab: "compare" as const }) }}
      title={title}
    >
      {content}
    </Link>
  );
}
