import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { visibleString } from "../../messages/hidden-characters.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { PlaygroundState } from "./column/column.ts";
import { discardDraft, type KeptDraft, keptDrafts } from "./kept-drafts.ts";
import { keptRuns } from "./kept-runs.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import type { Run } from "./run.ts";
import { useDraftName } from "./use-draft.ts";

/** Drafts that this tab keeps, except the one of the current place. They can be opened and discarded. */
export function DraftList({
  draftName,
  onOpen,
}: {
  readonly draftName: string;
  /** Called with the content of a draft that has no address, and its responses by the keys of its columns. */
  readonly onOpen: (state: PlaygroundState, runs: ReadonlyMap<number, Run>) => void;
}) {
  const t = usePlaygroundText();
  const formats = useFormats();
  const toast = useToast();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const prefix = useDraftName("");
  const read = () => keptDrafts(prefix).filter(({ name }) => name !== draftName);
  const [drafts, setDrafts] = useState(read);
  if (drafts.length === 0) return null;
  const discard = ({ name, title }: KeptDraft): void => {
    const restore = discardDraft(name);
    setDrafts(read());
    toast({
      text: t("draftDiscarded", { name: visibleString(title) }),
      undo: () => {
        restore();
        setDrafts(read());
      },
    });
  };
  const open = ({ name, state }: KeptDraft): void => {
    const runs = keptRuns(name, state.columns);
    discardDraft(name);
    onOpen(state, runs);
  };
  return (
    <section className={styles.drafts} aria-label={t("drafts")}>
      <h2>{t("drafts")}</h2>
      <ul>
        {drafts.map((draft) => {
          const { name, title, note, search, state, editedAt } = draft;
          const about = [note, t("columns", { count: state.columns.length }), formats.relativeTime(editedAt)];
          return (
            <li key={name}>
              {search === null ? (
                <Button size="small" onClick={() => open(draft)}>
                  <VisibleText text={title} />
                </Button>
              ) : (
                <Link to="/projects/$projectId/playground" params={{ projectId }} search={search} preload={false}>
                  <VisibleText text={title} />
                </Link>
              )}
              <span>{about.filter((part) => part !== null).join(" · ")}</span>
              <Button
                size="small"
                aria-label={t("discardDraftOf", { name: visibleString(title) })}
                onClick={() => discard(draft)}
              >
                {t("discard")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
