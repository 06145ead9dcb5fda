import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, MessageSquareQuote, Tag } from "lucide-react";
import { use } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./dashboard.module.css";
import { type Mark, markName } from "./mark.ts";
import { useDashboardText } from "./messages.ts";
import { MarksContext } from "./use-marks.ts";

/**
 * Lists the releases and prompt versions in the period. Each links to its records or prompt, and to the figures before
 * and after it.
 */
export function MarkList() {
  const t = useDashboardText();
  const projectId = useProjectId() ?? "";
  const { marks, comparisonOf } = use(MarksContext);
  if (marks.length === 0) return null;
  return (
    <section className={styles.marks} aria-labelledby="marks">
      <h2 id="marks">{t("marks")}</h2>
      <ul>
        {marks.map((mark) => {
          const name = markName(mark);
          const label = visibleString(t("compareMark", { name }));
          return (
            <li key={`${mark.name} ${mark.version}`}>
              <MarkLink mark={mark} />
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
    </section>
  );
}

function MarkLink({ mark }: { readonly mark: Mark }) {
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const { name, version, time } = mark;
  const from = new Date(time).toISOString();
  const content = (
    <>
      {version === null ? <Tag size={12} aria-hidden /> : <MessageSquareQuote size={12} aria-hidden />}
      <VisibleText text={markName(mark)} />
      <time dateTime={from}>{formats.shortTime(from)}</time>
    </>
  );
  if (version === null) {
    const filters = [{ field: "tags", operator: "in" as const, value: [name] }];
    return (
      <Link
        to="/projects/$projectId/logs/$resource"
        params={{ projectId, resource: "threads" }}
        search={{ filters, from }}
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
    >
      {content}
    </Link>
  );
}
