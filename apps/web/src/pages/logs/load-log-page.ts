import { request } from "../../api/request.ts";
import type { Priority } from "../../api/request-order.ts";
import type { Operation } from "../../operation.ts";
import {
  generationsPage,
  type GenerationsPageQuery,
  scoresPage,
  type ScoresPageQuery,
  stepsPage,
  type StepsPageQuery,
  threadsPage,
  type ThreadsPageQuery,
} from "../../generated/logs.ts";
import { loadCallTitles } from "./call-titles.ts";
import type { Condition } from "./filters/condition.ts";
import type { LogPage, LogRecord, RecordScore } from "./log-record.ts";
import type { LogResource } from "./log-resource.ts";
import { openStateOf } from "../thread/outline/open-state.ts";
import { isMessage } from "../thread/outline/step-kind.ts";

export interface LogPageRequest {
  readonly projectId: string | null;
  readonly resource: LogResource;
  readonly filters: readonly Condition[];
  readonly query?: string | undefined;
  readonly order?: string | undefined;
  readonly after?: string | undefined;
  readonly first: number;
  /** Whether to request full inputs and outputs, which may be large. */
  readonly withContent: boolean;
  readonly withPreviews: boolean;
  readonly text?: string | undefined;
  /** Whether to request scores. The scores of a thread include those of its steps. */
  readonly withScores: boolean;
  /** Names of scores that are shown in columns of their own. */
  readonly scoreNames?: readonly string[] | undefined;
  /** Whether to request the usage of steps, including their descendants. */
  readonly withUsage: boolean;
  /** Whether to request the number of turns of threads. */
  readonly withTurns?: boolean | undefined;
  /** Whether to request titles for generations without a name of their own. */
  readonly withTitles?: boolean | undefined;
  /** Whether to count all matches, which may take seconds for a text search. */
  readonly withCount?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
}

export async function loadLogPage(options: LogPageRequest): Promise<LogPage> {
  const { resource, withContent, withPreviews, withScores, withUsage, text } = options;
  const searched = { isSearched: text !== undefined, text: text ?? "" };
  switch (resource) {
    case "threads": {
      const { withTurns = false, filters } = options;
      const filtered = filters.flatMap(({ field, path }) => {
        return path && (field === "scoreValue" || field === "scoreLabel") ? [path] : [];
      });
      const scoreNames = [...new Set([...filtered, ...(options.scoreNames ?? [])])];
      const withNamed = withScores && scoreNames.length > 0;
      const wanted = { withPreviews, withScores, withTurns, withNamed, scoreNames, ...searched };
      const { threads } = await load(threadsPage, options, wanted);
      return toPage(threads, (thread) => toThread(thread, filtered));
    }
    case "runs":
    case "steps": {
      const wanted = { withContent, withPreviews, withScores, withUsage, ...searched };
      return toPage((await load(stepsPage, options, wanted)).steps, toStep);
    }
    case "generations": {
      const wanted = { withContent, withPreviews, withScores, ...searched };
      const page = toPage((await load(generationsPage, options, wanted)).generations, toGeneration);
      return options.withTitles ? addTitles(page, options) : page;
    }
    case "scores":
      return toPage((await load(scoresPage, options, { withPreviews })).scores, toScore);
  }
}

function load<Result, Variables extends object, Extra extends object>(
  operation: Operation<Result, Variables>,
  { projectId, resource, filters, query, order, after, first, withCount = false, signal, priority }: LogPageRequest,
  extra: Extra,
): Promise<Result> {
  const [column, direction] = order?.split(":") ?? [];
  const runs: Condition[] = resource === "runs" ? [{ field: "type", operator: "eq", value: "run" }] : [];
  // The cast is safe, because all lists have these arguments. If a list cannot be sorted by `column`, the service
  // rejects the request.
  const variables = {
    first,
    after,
    withCount,
    filters: [...filters, ...runs],
    query,
    orderBy: column ? { column, direction } : undefined,
    ...extra,
  } as unknown as Variables;
  return request({ projectId, operation, variables, signal, priority });
}

interface Connection<Node> {
  readonly totalCount?: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly edges: readonly { readonly node: Node }[];
}

function toPage<Node>(connection: Connection<Node>, toRecord: (node: Node) => LogRecord): LogPage {
  const { totalCount, pageInfo, edges } = connection;
  return {
    ...(totalCount !== undefined && { totalCount }),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    records: edges.map(({ node }) => toRecord(node)),
  };
}

type NodeOf<Result extends Connection<unknown>> = Result["edges"][number]["node"];

function toThread(
  {
    participant,
    contentMatch,
    scores,
    namedScores = [],
    stepScores = [],
    ...thread
  }: NodeOf<ThreadsPageQuery["threads"]>,
  scoreNames: readonly string[],
): LogRecord {
  return {
    ...thread,
    ...(scores && { scores: distinctScores([...scores, ...namedScores, ...stepScores], scoreNames) }),
    ...previewsOf({ ...thread, ...contentMatch }),
    threadId: thread.id,
    rootId: null,
    stepId: contentMatch?.id ?? null,
    participant: participant?.identifier ?? null,
  };
}

/**
 * Removes duplicates. The scores with the names `first` come first: the user filters by these names, or shows them in
 * columns.
 */
function distinctScores(scores: readonly RecordScore[], first: readonly string[]): readonly RecordScore[] {
  const distinct = [...new Map(scores.map((score) => [score.id, score])).values()];
  return distinct.toSorted((one, other) => Number(first.includes(other.name)) - Number(first.includes(one.name)));
}

function toStep({
  generation,
  usage,
  thread,
  inputMatch,
  outputMatch,
  ...step
}: NodeOf<StepsPageQuery["steps"]>): LogRecord {
  const { startTime, endTime } = step;
  return {
    ...step,
    ...generation,
    ...usage,
    ...previewsOf({ ...step, inputMatch, outputMatch }),
    ...placeOf(step),
    participant: thread?.participant?.identifier ?? null,
    duration: startTime && endTime ? (Date.parse(endTime) - Date.parse(startTime)) / 1000 : null,
    openState:
      startTime !== null && endTime === null && !isMessage(step.type) ? openStateOf(Date.parse(startTime)) : null,
  };
}

function toGeneration({
  step,
  prompt,
  completion,
  messages,
  messageCompletion,
  ...generation
}: NodeOf<GenerationsPageQuery["generations"]>): LogRecord {
  return {
    ...generation,
    ...(step && previewsOf(step)),
    ...placeOf(step ?? { id: generation.id, threadId: null, rootRunId: null }),
    name: step?.name ?? null,
    parentId: step?.parentId ?? null,
    type: typeOf(generation.type, step?.type),
    environment: step?.environment ?? null,
    participant: step?.thread?.participant?.identifier ?? null,
    ...(step?.scores && { scores: step.scores }),
    ...((messages ?? prompt) !== undefined && { input: messages ?? prompt ?? null }),
    ...((messageCompletion ?? completion) !== undefined && { output: messageCompletion ?? completion ?? null }),
  };
}

/**
 * Adds titles to model calls without a name of their own. If the titles cannot be loaded, returns the page without
 * titles.
 */
async function addTitles(page: LogPage, { projectId, signal }: LogPageRequest): Promise<LogPage> {
  const calls = page.records.map(({ name, model = null, promptId = null, parentId = null }) => {
    return { name, model, promptId, parentId };
  });
  const titles = await loadCallTitles(calls, { projectId, signal }).catch(() => []);
  signal?.throwIfAborted();
  const records = page.records.map((record, index): LogRecord => {
    const title = titles[index] ?? null;
    return title === null ? record : { ...record, title };
  });
  return { ...page, records };
}

/**
 * Returns the type to display for a generation. The API distinguishes only chats and completions. For other calls, such
 * as embeddings, the type of the step is more specific.
 */
function typeOf(type: string, stepType: string | undefined): string {
  return stepType === undefined || stepType === "llm" || stepType === "undefined" ? type : stepType;
}

function toScore({ step, thread, ...score }: NodeOf<ScoresPageQuery["scores"]>): LogRecord {
  const { stepId, threadId } = score;
  return {
    ...score,
    ...previewsOf(step ?? thread ?? score.experimentItem ?? {}),
    ...(step ? placeOf(step) : { threadId, rootId: stepId, stepId }),
    model: step?.generation?.model ?? null,
    errorPreview: step?.errorLine ?? null,
    environment: (step ?? thread)?.environment ?? null,
    participant: (step?.thread ?? thread)?.participant?.identifier ?? null,
  };
}

interface Lines {
  readonly inputPreview?: string | null;
  readonly outputPreview?: string | null;
  readonly inputMatch?: string | null | undefined;
  readonly outputMatch?: string | null | undefined;
}

/** Returns the previews of input and output: excerpts around the search text, or the start of each without a search. */
function previewsOf({ inputPreview, outputPreview, inputMatch, outputMatch }: Lines) {
  const [input, output] = [inputMatch ?? inputPreview, outputMatch ?? outputPreview];
  return {
    ...(input !== undefined && { inputPreview: input }),
    ...(output !== undefined && { outputPreview: output }),
  };
}

/** Returns the ids of the page that shows a step: its thread or, without a thread, its root run. */
function placeOf(step: { readonly id: string; readonly threadId: string | null; readonly rootRunId: string | null }) {
  return { threadId: step.threadId, rootId: step.rootRunId ?? step.id, stepId: step.id };
}
