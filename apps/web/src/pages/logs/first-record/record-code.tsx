import { KeyRound } from "lucide-react";
import { useState } from "react";
import { absoluteServiceUrl } from "../../../api/base-path.ts";
import { usePermission } from "../../../api/use-permission.ts";
import { useRequest } from "../../../api/use-request.ts";
import { makeKey } from "../../../generated/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { LogResource } from "../log-resource.ts";
import styles from "./first-record.module.css";
import { useFirstRecordText } from "./messages.ts";
import { type Snippet, snippetsOf } from "./snippets.ts";

/** Returns the request that creates an API key. Its result has the key, which cannot be loaded again. */
export function useNewKey() {
  return useRequest(makeKey);
}

/** Code that sends a record, with a button that creates an API key and inserts it. */
export function RecordCode({
  resource,
  newKey: make,
}: {
  readonly resource: LogResource;
  readonly newKey: ReturnType<typeof useNewKey>;
}) {
  const t = useFirstRecordText();
  const [chosen, setChosen] = useState<Snippet["name"]>("sdk");
  const mayMakeKeys = usePermission("admin");
  const apiKey = make.data?.createApiKey.secret ?? null;
  const snippets = snippetsOf(resource, { url: absoluteServiceUrl(), apiKey });
  const shown = snippets.some(({ name }) => name === chosen) ? chosen : "sdk";
  return (
    <>
      {apiKey === null ? (
        <div className={styles.key}>
          <p>
            {t("how")} {!mayMakeKeys && t("askForKey")}
          </p>
          {mayMakeKeys && (
            <Button
              look="primary"
              disabled={make.isPending}
              onClick={() => make.mutate({ name: t("keyName"), scopes: ["ingest", "read"] })}
            >
              <KeyRound size={16} aria-hidden />
              {t("createKey")}
            </Button>
          )}
        </div>
      ) : (
        <div role="status" className={styles.key}>
          <p>{t("howWithKey")}</p>
          <span className={styles.secret}>
            {t("key")} <code>{apiKey}</code> <CopyButton text={apiKey} />
          </span>
        </div>
      )}
      <DialogError error={make.error} />
      <Tabs
        value={shown}
        onChange={setChosen}
        tabs={snippets.map(({ name, title, code }) => ({ name, label: title, content: <Code text={code} /> }))}
      />
    </>
  );
}
