import { useState } from "react";
import { absoluteServiceUrl } from "../../api/base-path.ts";
import type { ApiKeyScope } from "../../generated/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { DialogActions } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type Snippet, snippetsOf } from "../logs/first-record/snippets.ts";
import { useSettingsText } from "./messages.ts";

const snippetNames: readonly Snippet["name"][] = ["curl", "python", "sdk", "otel"];

/** Shows a new key once, with the code to use it. */
export function CreatedKey({
  secret,
  scopes: allowed,
  onClose,
}: {
  readonly secret: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly onClose: () => void;
}) {
  const t = useSettingsText();
  const [tab, setTab] = useState<Snippet["name"] | "environment">("environment");
  const url = absoluteServiceUrl();
  const snippets = snippetsOf("threads", { url, apiKey: secret });
  const uses = [
    {
      name: "environment" as const,
      title: t("keyEnvironment"),
      code: `THREADLINE_URL=${url}\nTHREADLINE_API_KEY=${secret}`,
    },
    // The other code records a thread.
    ...(allowed.includes("ingest")
      ? snippetNames.flatMap((name) => snippets.filter((snippet) => snippet.name === name))
      : []),
  ];
  return (
    <Dialog title={t("keyMade")} isOpen isWide onClose={onClose}>
      <p>{t("keyOnce")}</p>
      <Code text={secret} />
      {!allowed.includes("browser") && (
        <Tabs
          value={tab}
          onChange={setTab}
          tabs={uses.map(({ name, title, code }) => ({ name, label: title, content: <Code text={code} /> }))}
        />
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t("done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
