import { useState } from "react";
import { serviceUrl } from "../../../api/base-path.ts";
import { defineMessages } from "../../../messages/define-messages.ts";
import { Code } from "../../../ui/code.tsx";
import { EmptyState } from "../../../ui/page-state.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { LogResource } from "../log-resource.ts";
import styles from "./first-record.module.css";
import { type Snippet, snippetsOf } from "./snippets.ts";

const useFirstRecordText = defineMessages("firstRecord", {
  en: {
    threads: "No threads yet",
    runs: "No runs yet",
    generations: "No generations yet",
    steps: "No steps yet",
    scores: "No scores yet",
    how: "These lines send the first one. Set THREADLINE_API_KEY to a key of this project (Python: LITERAL_API_KEY).",
    waiting: "Waiting for the first record; it appears here at once.",
  },
  de: {
    threads: "Noch keine Threads",
    runs: "Noch keine Läufe",
    generations: "Noch keine Generierungen",
    steps: "Noch keine Schritte",
    scores: "Noch keine Bewertungen",
    how: "Diese Zeilen schicken den ersten Eintrag. THREADLINE_API_KEY muss ein Schlüssel dieses Projekts sein (Python: LITERAL_API_KEY).",
    waiting: "Wartet auf den ersten Eintrag; er erscheint hier sofort.",
  },
});

/** What an empty list shows: how to fill it. */
export function FirstRecord({ resource }: { readonly resource: LogResource }) {
  const t = useFirstRecordText();
  const [chosen, setChosen] = useState<Snippet["name"]>("sdk");
  const url = new URL(serviceUrl(""), location.origin).href.replace(/\/$/, "");
  const snippets = snippetsOf(resource, url);
  const shown = snippets.some(({ name }) => name === chosen) ? chosen : "sdk";
  return (
    <EmptyState title={t(resource)}>
      <div className={styles.how}>
        <p>{t("how")}</p>
        <Tabs
          value={shown}
          onChange={setChosen}
          tabs={snippets.map(({ name, title, code }) => ({ name, label: title, content: <Code text={code} /> }))}
        />
        <p role="status" className={styles.waiting}>
          <span className={styles.dot} aria-hidden />
          {t("waiting")}
        </p>
      </div>
    </EmptyState>
  );
}
