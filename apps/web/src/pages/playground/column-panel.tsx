import type { JsonValue } from "@threadline/schema/sdk";
import { Copy, FolderOpen, Play, Save, Square, X } from "lucide-react";
import { useId } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { type Baseline, ColumnOutput } from "./column-output.tsx";
import type { Column } from "./column/column.ts";
import { draftOfMessage, newMessage } from "./column/message-draft.ts";
import { usePlaygroundText } from "./messages.ts";
import { MessageEditors } from "./message-editors.tsx";
import { ModelFields } from "./model-fields.tsx";
import styles from "./playground-page.module.css";
import type { Connection, ReadColumn } from "./column/read-column.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";
import { RenderedMessages } from "./rendered-messages.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { ToolFields } from "./tool-fields.tsx";
import type { Run } from "./run.ts";
import type { Preview } from "./column/variables.ts";

const RecordedResponse = onDemand(async () => (await import("./recorded-response.tsx")).RecordedResponse);

export interface ColumnActions {
  /** Runs the column; null while it cannot run. */
  readonly run: (() => void) | null;
  readonly stop: () => void;
  readonly load: () => void;
  readonly save: () => void;
  /** Null if there are already {@link maxColumns} columns. */
  readonly duplicate: (() => void) | null;
  /** Null if this is the only column. */
  readonly remove: (() => void) | null;
}

export function ColumnPanel({
  number,
  column,
  read,
  preview,
  connections,
  blocked,
  run,
  baseline,
  recorded,
  actions,
  onChange,
}: {
  readonly number: number;
  readonly column: Column;
  readonly read: ReadColumn;
  /** Rendered messages; null if the column is not a template. */
  readonly preview: Preview | null;
  readonly connections: readonly Connection[];
  /** Reason why the column cannot run; null if it can. */
  readonly blocked: string | null;
  readonly run: Run | undefined;
  /** Response to compare with; null for no comparison. */
  readonly baseline: Baseline | null;
  /** Recorded response of the step that the column repeats. */
  readonly recorded: RecordedAnswer | null;
  readonly actions: ColumnActions;
  readonly onChange: (part: Partial<Column>) => void;
}) {
  const t = usePlaygroundText();
  const mayWrite = usePermission("write");
  const headingId = useId();
  const { source, messages } = column;
  const { problems } = read;
  const isAlone = actions.remove === null;
  const append = (added: readonly JsonValue[]): void => {
    const key = Math.max(-1, ...messages.map((message) => message.key)) + 1;
    const drafts = added.map((message, index) => draftOfMessage(message, key + index));
    onChange({ messages: [...messages, ...drafts, newMessage(key + added.length, "user")] });
  };
  const response = (
    <>
      {mayWrite && (
        <div className={styles.runLine}>
          {run?.state === "running" ? (
            <Button look="danger" onClick={actions.stop}>
              <Square size={14} aria-hidden />
              {t("stopColumn", { number })}
            </Button>
          ) : (
            <Button disabled={actions.run === null} onClick={() => actions.run?.()}>
              <Play size={14} aria-hidden />
              {t("run", { number })}
            </Button>
          )}
          {blocked !== null && <span className={styles.muted}>{blocked}</span>}
        </div>
      )}
      <div className={styles.responses}>
        {!run && !recorded && <p className={styles.idle}>{t("noResponse")}</p>}
        <ColumnOutput run={run} baseline={baseline} isJson={read.responseSchema !== null} onContinue={append} />
        {recorded && <RecordedResponse answer={recorded} />}
      </div>
    </>
  );
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{t("column", { number })}</h2>
        {source?.name != null && source.version !== null && (
          <Badge>{t("sourceVersion", { name: source.name, version: source.version })}</Badge>
        )}
        <span className={styles.headActions}>
          <IconButton size="small" label={t("loadPrompt", { number })} onClick={actions.load}>
            <FolderOpen size={15} />
          </IconButton>
          {mayWrite && (
            <IconButton size="small" label={t("saveColumn", { number })} onClick={actions.save}>
              <Save size={15} />
            </IconButton>
          )}
          <IconButton
            size="small"
            label={t("duplicate", { number })}
            disabled={actions.duplicate === null}
            onClick={() => actions.duplicate?.()}
          >
            <Copy size={15} />
          </IconButton>
          {actions.remove && (
            <IconButton size="small" label={t("remove", { number })} onClick={actions.remove}>
              <X size={15} />
            </IconButton>
          )}
        </span>
      </div>
      <ModelFields column={column} connections={connections} onChange={onChange} />
      {/* The responses of several columns are above the messages, so that they are visible without scrolling. */}
      {!isAlone && response}
      <div className={styles.parts}>
        <div className={styles.folded}>
          <SettingsFields column={column} problems={problems} onChange={onChange} />
          <ToolFields column={column} tools={read.tools} problems={problems} onChange={onChange} />
        </div>
        <MessageEditors
          messages={messages}
          problems={problems.messages}
          isCompact={!isAlone}
          onChange={(next) => onChange({ messages: next })}
        />
        {preview && (
          <details className={styles.more} open={preview.problem !== null || undefined}>
            <summary>{t("rendered")}</summary>
            <RenderedMessages preview={preview} />
          </details>
        )}
      </div>
      {isAlone && response}
    </section>
  );
}
