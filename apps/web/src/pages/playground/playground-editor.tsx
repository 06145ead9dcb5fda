import { Link, useParams } from "@tanstack/react-router";
import { FlaskConical, History, LinkIcon, Play, Plus, Save, Square } from "lucide-react";
import type { JsonValue } from "@threadline/schema/sdk";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { usePermission } from "../../api/use-permission.ts";
import { playgroundConnections } from "../../generated/playground.ts";
import { isJsonObject } from "../../json/json-text.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { storedDraft } from "../../ui/stored-drafts.ts";
import { useToast } from "../../ui/toasts.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useRunText } from "../experiments/run/messages.ts";
import { chatConnections } from "./column/chat-models.ts";
import type { Baseline } from "./column-output.tsx";
import { ColumnPanel } from "./column-panel.tsx";
import { DraftNote } from "./draft-note.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import { runColumnOf } from "./column/run-column.ts";
import { callOf, type Connection, readColumn } from "./column/read-column.ts";
import { unpackState } from "./column/packed-state.ts";
import { writeShared } from "./column/shared-state.ts";
import type { PlaygroundPlace } from "./place.ts";
import { type RecordedAnswer, textOfAnswer } from "./recorded-answer.ts";
import { useDraft, useDraftName } from "./use-draft.ts";
import { usePlayground } from "./use-playground.ts";
import { isBlank, type PlaygroundState } from "./column/column.ts";
import { useRuns } from "./use-runs.ts";
import { VariableFields } from "./variable-fields.tsx";
import { hasInvalidValue, previewOf, valuesOf, variablesOf } from "./column/variables.ts";

const HistoryDialog = onDemand(async () => (await import("./history-dialog.tsx")).HistoryDialog);
const LoadDialog = onDemand(async () => (await import("./load-dialog.tsx")).LoadDialog);
const RunDialog = onDemand(async () => (await import("../experiments/run/run-dialog.tsx")).RunDialog);
const PlaygroundStarts = onDemand(async () => (await import("./playground-starts.tsx")).PlaygroundStarts);
const SaveDialog = onDemand(async () => (await import("./save-dialog.tsx")).SaveDialog);

export interface PlaygroundHead {
  readonly title: string;
  readonly note?: string | undefined;
  readonly back?: ReactNode;
}

export interface PlaygroundEditorProps {
  readonly initial: PlaygroundState;
  readonly head: PlaygroundHead;
  readonly place: PlaygroundPlace;
  /** Recorded response of the step that is repeated. */
  readonly recorded?: RecordedAnswer | null | undefined;
}

/**
 * The playground. Starts with the draft of its place, if there is one. Without the permission to use the project's
 * connections, nothing can be run.
 */
export function PlaygroundEditor(props: PlaygroundEditorProps) {
  const draftName = useDraftName(props.place.id);
  return <DraftEditor key={draftName} {...props} draftName={draftName} />;
}

function DraftEditor({
  initial,
  head,
  place,
  recorded = null,
  draftName,
}: PlaygroundEditorProps & { readonly draftName: string }) {
  const mayWrite = usePermission("write");
  const [opened] = useState(() => unpackState(storedDraft(draftName)) ?? initial);
  const { data, error, refetch } = useOperation(playgroundConnections, {}, { enabled: mayWrite });
  if (error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (mayWrite && !data) return <LoadingState shape="page" />;
  return (
    <Columns
      opened={opened}
      original={initial}
      draftName={draftName}
      place={place}
      recorded={recorded}
      head={head}
      connections={chatConnections((data?.modelConnections ?? []).filter(({ kind }) => kind !== "task"))}
      mayRun={mayWrite}
    />
  );
}

function Columns({
  opened,
  original,
  draftName,
  place,
  recorded,
  head,
  connections,
  mayRun,
}: {
  /** Content to start with: the draft or the original. */
  readonly opened: PlaygroundState;
  /** Content without a draft. */
  readonly original: PlaygroundState;
  readonly draftName: string;
  readonly place: PlaygroundPlace;
  readonly recorded: RecordedAnswer | null;
  readonly head: PlaygroundHead;
  readonly connections: readonly Connection[];
  readonly mayRun: boolean;
}) {
  const t = usePlaygroundText();
  const run = useRunText();
  const toast = useToast();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const playground = usePlayground(opened);
  const { columns, values } = playground;
  const { runs, open: openRuns, isRunning, start, stop, stopAll } = useRuns(draftName, columns);
  const draft = useDraft(draftName, {
    place,
    original,
    state: { columns, values },
    onOpen: (state) => {
      for (const { key } of columns) if (!state.columns.some((column) => column.key === key)) stop(key);
      playground.open(state);
    },
  });
  const isNarrow = useMedia("(width < 48rem)");
  const columnsBox = useRef<HTMLDivElement>(null);
  const [isComparing, setIsComparing] = useState(false);
  const [dialog, setDialog] = useState<{
    readonly kind: "history" | "load" | "run" | "save";
    readonly key: number;
  } | null>(null);

  const shown = columns.map((column) => {
    const read = readColumn(column);
    const variables = valuesOf(read.content, values);
    return {
      column,
      read,
      preview: column.isTemplate ? previewOf(read.content, variables) : null,
      planned:
        column.isTemplate && hasInvalidValue(read.content, values)
          ? { call: null, problem: "fields" as const }
          : callOf(column, { read, connections, values: variables }),
    };
  });
  const templates = shown.filter(({ column }) => column.isTemplate).map(({ read }) => read.content);
  const fields = variablesOf(templates);
  const unset = new Set(
    shown.flatMap(({ preview }) => Array.from(preview?.unset ?? [], (path) => path.split(".")[0] ?? path)),
  );
  const defaults = templates.reduce<JsonValue>(
    (known, { variablesDefaultValues: each }) =>
      isJsonObject(each) && isJsonObject(known) ? { ...each, ...known } : known,
    {},
  );
  const ready = shown.flatMap(({ column: { key }, planned: { call } }) => (call ? [{ key, call }] : []));
  const canRunAll = mayRun && !isRunning && ready.length > 0;
  const runAll = (): void => {
    if (canRunAll) for (const call of ready) void start(call);
  };
  const firstRun = runs.get(columns[0]?.key ?? 0);
  const recordedText = recorded && textOfAnswer(recorded);
  const baselineOf = (index: number): Baseline | null => {
    if (!isComparing) return null;
    if (recordedText !== null) return { text: recordedText, isRecorded: true };
    return index > 0 && firstRun && firstRun.state !== "running" ? { text: firstRun.text, isRecorded: false } : null;
  };
  const chosen = shown.find(({ column }) => column.key === dialog?.key);
  const runColumns = shown.flatMap(({ column, read, planned: { call } }, index) =>
    call ? [runColumnOf(column, { read, call, label: t("column", { number: index + 1 }) })] : [],
  );
  const close = (): void => setDialog(null);
  const [saved] = columns;

  const remove = (key: number): void => {
    stop(key);
    playground.remove(key);
    columnsBox.current?.focus();
  };
  const canRunExperiment = mayRun && runColumns.length > 0;
  const share = async (): Promise<void> => {
    const fragment = await writeShared({ columns, values });
    if (fragment === null) return toast({ text: t("linkTooLong") });
    const url = new URL(location.href);
    url.search = "";
    url.hash = fragment;
    await copyText(url.href);
    toast({ text: t("linkCopied") });
  };
  const runByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && dialog === null) runAll();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => runByKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <Page
      title={head.title}
      note={
        <>
          {head.note !== undefined && <VisibleText text={head.note} />}
          {head.note !== undefined && draft.state !== null && " · "}
          <DraftNote draft={draft} />
        </>
      }
      back={head.back}
      actions={
        <>
          {!isNarrow && (
            <Button disabled={!playground.canAdd} onClick={playground.add}>
              <Plus size={16} aria-hidden />
              {t("addColumn")}
            </Button>
          )}
          {mayRun && columns.length === 1 && saved?.source?.name != null && (
            <Button onClick={() => setDialog({ kind: "save", key: saved.key })}>
              <Save size={16} aria-hidden />
              {t("saveVersion")}
            </Button>
          )}
          {mayRun && !isNarrow && (
            <Button disabled={!canRunExperiment} onClick={() => setDialog({ kind: "run", key: 0 })}>
              <FlaskConical size={16} aria-hidden />
              {run("run")}
            </Button>
          )}
          {(columns.length > 1 || recordedText !== null) && (
            <Button isPressed={isComparing} onClick={() => setIsComparing(!isComparing)}>
              {t("compare")}
            </Button>
          )}
          {isRunning ? (
            <Button look="danger" onClick={stopAll}>
              <Square size={14} aria-hidden />
              {t("stopRun")}
            </Button>
          ) : (
            <Button look="primary" disabled={!canRunAll} onClick={runAll}>
              <Play size={16} aria-hidden />
              {t("runAll")}
            </Button>
          )}
          <MoreMenu>
            {isNarrow && playground.canAdd && (
              <MenuItem onSelect={playground.add}>
                <Plus size={16} aria-hidden />
                {t("addColumn")}
              </MenuItem>
            )}
            {isNarrow && canRunExperiment && (
              <MenuItem onSelect={() => setDialog({ kind: "run", key: 0 })}>
                <FlaskConical size={16} aria-hidden />
                {run("run")}
              </MenuItem>
            )}
            <MenuItem onSelect={() => setDialog({ kind: "history", key: 0 })}>
              <History size={16} aria-hidden />
              {t("history")}
            </MenuItem>
            <MenuItem onSelect={() => void share().catch(() => toast({ text: t("notCopied") }))}>
              <LinkIcon size={16} aria-hidden />
              {t("copyLink")}
            </MenuItem>
          </MoreMenu>
        </>
      }
    >
      <div className={styles.body}>
        {!mayRun && <p className={styles.notice}>{t("mayNotRun")}</p>}
        {mayRun && connections.length === 0 && (
          <p className={styles.notice}>
            {t("noConnections")}{" "}
            <Link to="/projects/$projectId/settings/$section" params={{ projectId, section: "connections" }}>
              {t("addConnection")}
            </Link>
          </p>
        )}
        {columns.every(isBlank) && runs.size === 0 && (
          <PlaygroundStarts
            draftName={draftName}
            onOpen={(state, kept) => {
              playground.open(state);
              openRuns(kept);
            }}
          />
        )}
        {(fields.length > 0 || templates.length > 0) && (
          <VariableFields
            variables={fields}
            defaults={defaults}
            values={values}
            unset={unset}
            onChange={(name, text) => playground.setValues({ [name]: text })}
            onFill={playground.setValues}
          />
        )}
        <div ref={columnsBox} tabIndex={-1} className={styles.columns} data-count={columns.length}>
          {shown.map(({ column, read, preview, planned: { call, problem } }, index) => (
            <ColumnPanel
              key={column.key}
              number={index + 1}
              column={column}
              read={read}
              preview={preview}
              connections={connections}
              blocked={problem === null || problem === "connection" ? null : t(`blocked_${problem}`)}
              run={runs.get(column.key)}
              baseline={baselineOf(index)}
              recorded={index === 0 ? recorded : null}
              actions={{
                run: mayRun && call ? () => void start({ key: column.key, call }) : null,
                stop: () => stop(column.key),
                load: () => setDialog({ kind: "load", key: column.key }),
                save: () => setDialog({ kind: "save", key: column.key }),
                duplicate: playground.canAdd ? () => playground.duplicate(column.key) : null,
                remove: columns.length > 1 ? () => remove(column.key) : null,
              }}
              onChange={(part) => playground.change(column.key, part)}
            />
          ))}
        </div>
      </div>
      {dialog?.kind === "history" && (
        <HistoryDialog
          canAdd={playground.canAdd}
          onAdd={(column) => {
            playground.append(column);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === "run" && <RunDialog start={{ columns: runColumns }} onClose={close} />}
      {chosen && dialog?.kind === "save" && (
        <SaveDialog
          source={chosen.column.source}
          content={chosen.read.content}
          isValid={!chosen.read.problems.blocksSaving}
          onSaved={(version) => {
            if (columns.length === 1) return draft.remove();
            const messages = JSON.stringify(chosen.read.content.templateMessages);
            playground.change(chosen.column.key, { source: { ...version, messages } });
          }}
          onClose={close}
        />
      )}
      {chosen && dialog?.kind === "load" && (
        <LoadDialog
          onLoad={(column) => {
            const { key, connectionId, model } = chosen.column;
            playground.replace(key, { ...column, connectionId, model: column.model || model });
            close();
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}
