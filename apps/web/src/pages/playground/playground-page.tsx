import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams, useRouter, useSearch } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { useEffect, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { datasetItemDetail } from "../../generated/datasets.ts";
import { playgroundStep, playgroundToolSteps } from "../../generated/playground.ts";
import { promptName } from "../../generated/prompt-name.ts";
import { promptDetail, promptVersionDetail } from "../../generated/prompts.ts";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { stepTarget } from "../logs/record-target.ts";
import { columnOfItem, columnOfPrompt, columnOfStep, columnOfVersion, emptyColumn } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";
import { valueTexts } from "./column/variables.ts";
import { answerOfStep } from "./recorded-answer.ts";
import { PlaygroundEditor } from "./playground-editor.tsx";
import { readShared } from "./column/shared-state.ts";

const route = { from: "/projects/$projectId/playground" } as const;

const blank = { columns: [emptyColumn()], values: {} };

/** Calls models side by side. Can start from a prompt, a recorded step, a dataset item, or a shared link. */
export function PlaygroundPage() {
  const t = usePlaygroundText();
  const { name, version, step, item } = useSearch(route);
  const hash = useLocation({ select: (location) => location.hash });
  if (hash.startsWith("state=")) return <SharedPlayground key={hash} fragment={hash} />;
  if (step !== undefined) return <PlaygroundOfStep key={step} id={step} />;
  if (item !== undefined) return <PlaygroundOfItem key={item} id={item} />;
  if (name !== undefined) return <PlaygroundOfPrompt key={`${version} ${name}`} name={name} />;
  return (
    <PlaygroundEditor
      head={{ title: t("title") }}
      initial={blank}
      place={{ id: "new", title: t("title"), search: {} }}
    />
  );
}

/** Opens the content of a link. Its draft belongs to this visit of the link, so that the link shows its own content. */
function SharedPlayground({ fragment }: { readonly fragment: string }) {
  const t = usePlaygroundText();
  const { history } = useRouter();
  const visit = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  useEffect(() => {
    // The browser does not store the key of a fragment that the user entered in the address bar.
    if (window.history.state === null) window.history.replaceState(history.location.state, "");
  }, [history, visit]);
  const { data, error, refetch } = useQuery({
    queryKey: ["playground", fragment],
    queryFn: async () => (await readShared(fragment)) ?? "invalid",
    staleTime: Infinity,
  });
  if (error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState shape="page" />;
  if (data === "invalid") return <Missing title={t("invalidLink")} />;
  return (
    <PlaygroundEditor
      head={{ title: t("title") }}
      initial={data}
      place={{ id: `link ${visit}`, title: t("sharedContent"), search: null }}
    />
  );
}

/** Empty state that links to the playground without content. */
function Missing({ title }: { readonly title: string }) {
  const t = usePlaygroundText();
  const { projectId } = useParams(route);
  return (
    <EmptyState isPage title={title}>
      <Link to="/projects/$projectId/playground" params={{ projectId }} search={{}}>
        {t("title")}
      </Link>
    </EmptyState>
  );
}

function PlaygroundOfPrompt({ name }: { readonly name: string }) {
  const t = usePlaygroundText();
  const { projectId } = useParams(route);
  const search = useSearch(route);
  const { data, error, refetch } = useOperation(promptDetail, { name });
  const lineage = data?.promptLineage?.name === name ? data.promptLineage : undefined;
  // The version stays the same when another one is promoted meanwhile.
  const [first, setFirst] = useState<number>();
  const version = search.version ?? first ?? lineage?.championVersion ?? lineage?.latestVersion ?? null;
  if (first === undefined && version !== null) setFirst(version);
  const loaded = useOperation(
    promptVersionDetail,
    { name, version: version ?? 0 },
    { enabled: lineage !== undefined && version !== null },
  );
  const failure = error ?? loaded.error;
  if (failure) {
    return <ErrorState isPage error={failure} onRetry={() => void Promise.all([refetch(), loaded.refetch()])} />;
  }
  if (!data) return <LoadingState shape="page" />;
  if (data.promptLineage === null) return <Missing title={t("missing", { name })} />;
  if (!lineage || (version !== null && !loaded.data)) return <LoadingState shape="page" />;
  const content = version === null ? null : (loaded.data?.promptVersion ?? null);
  if (version !== null && content === null) return <Missing title={t("versionMissing", { version })} />;
  const back = (
    <Link to="/projects/$projectId/prompts/$name" params={{ projectId, name }}>
      <VisibleText text={name} />
    </Link>
  );
  const note = version === null ? t("firstVersion") : t("version", { version });
  const column = content === null ? columnOfPrompt(name) : columnOfVersion(name, content);
  return (
    <PlaygroundEditor
      head={{ title: t("titleOf", { name }), note, back }}
      initial={{ columns: [column], values: {} }}
      place={{
        id: `prompt ${version ?? "new"} ${name}`,
        title: name,
        note,
        search: { name, ...(version !== null && { version }) },
      }}
    />
  );
}

/** Opens a dataset item as one message, whose variables have the values of the item's input. */
function PlaygroundOfItem({ id }: { readonly id: string }) {
  const t = usePlaygroundText();
  const { data, error, refetch } = useOperation(datasetItemDetail, { id });
  if (error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const input = data.datasetItem?.input ?? null;
  if (input === null) return <Missing title={t("itemMissing")} />;
  const { column, names } = columnOfItem(input);
  return (
    <PlaygroundEditor
      head={{ title: t("itemTitle") }}
      initial={{ columns: [column], values: valueTexts(input, names) }}
      place={{ id: `item ${id}`, title: t("itemPlace"), search: { item: id } }}
    />
  );
}

function PlaygroundOfStep({ id }: { readonly id: string }) {
  const t = usePlaygroundText();
  const { projectId } = useParams(route);
  const found = useOperation(playgroundStep, { id });
  const { data } = found;
  const step = data?.step ?? null;
  const { parentId = null } = step ?? {};
  const tools = useOperation(
    playgroundToolSteps,
    {
      filters: [
        { field: "parentId", operator: "eq", value: parentId },
        { field: "type", operator: "eq", value: "tool" },
      ],
    },
    { enabled: parentId !== null && step?.generation?.tools != null },
  );
  const promptId = step?.generation?.promptId ?? null;
  const prompt = useOperation(promptName, { id: promptId ?? "" }, { enabled: promptId !== null });
  const named = prompt.data?.promptVersion ?? null;
  const lineageName = named?.lineage.name ?? "";
  const version = useOperation(
    promptVersionDetail,
    { name: lineageName, version: named?.version ?? 0 },
    { enabled: named !== null },
  );
  const failed = [found, tools, prompt, version].filter(({ error }) => error !== null);
  if (failed[0]) {
    return <ErrorState isPage error={failed[0].error} onRetry={() => failed.forEach((each) => void each.refetch())} />;
  }
  if (!data || tools.isLoading || prompt.isLoading || version.isLoading) return <LoadingState shape="page" />;
  const loaded = version.data?.promptVersion ?? null;
  const initial =
    step &&
    columnOfStep(step, {
      prompt: loaded && { ...loaded, name: lineageName },
      toolResults: Object.fromEntries(
        (tools.data?.steps.edges ?? []).flatMap(({ node: { name, output } }): [string, JsonValue][] =>
          name === null || output === null ? [] : [[name, output]],
        ),
      ),
    });
  if (!step) return <Missing title={t("stepMissing")} />;
  const name = step.name ?? id;
  const thread = step.thread?.name ?? "";
  const title = t("replayOf", { name: thread === "" ? name : thread });
  const back = (
    <Link {...stepTarget({ id, threadId: null, rootRunId: null }, projectId)}>
      <VisibleText text={name} />
    </Link>
  );
  if (!initial) {
    return (
      <EmptyState isPage title={t("stepMissing")}>
        {back}
      </EmptyState>
    );
  }
  return (
    <PlaygroundEditor
      head={{ title, note: thread === "" ? undefined : name, back }}
      initial={{ columns: [initial.column], values: initial.values }}
      recorded={answerOfStep(step)}
      place={{ id: `step ${id}`, title, search: { step: id } }}
    />
  );
}
