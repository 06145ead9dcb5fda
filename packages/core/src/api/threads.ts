import {
  DELETE_THREAD,
  GET_THREAD,
  GET_THREADS,
  type StepFragment,
  type ThreadFragment,
  UPSERT_THREAD,
} from "../documents/generated/documents.ts";
import { ConfigError } from "../errors.ts";
import { Thread } from "../thread.ts";
import type { Recorder } from "../recorder.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import type { ListArguments, ListOperation } from "../types/lists.ts";
import type { StepType } from "../types/steps.ts";
import type { ThreadsFilter, ThreadsOrderBy, UpsertThread } from "../types/threads.ts";
import { listOperation, toPage } from "./lists.ts";
import { found } from "./found.ts";
import { toStep } from "./to-step.ts";

/** Operations on threads, which are conversations. */
export interface ThreadOperations {
  /** Creates the thread, or updates the thread with this id. */
  upsertThread(thread: UpsertThread, options?: CallOptions): Promise<Thread>;
  /** @deprecated Pass one object. */
  upsertThread(
    threadId: string,
    name?: Maybe<string>,
    metadata?: Maybe<JsonObject>,
    participantId?: Maybe<string>,
    environment?: Maybe<string>,
    tags?: Maybe<string[]>,
    options?: CallOptions,
  ): Promise<Thread>;
  /** @deprecated Pass one object. */
  upsertThread(
    threadId: string,
    name?: Maybe<string>,
    metadata?: Maybe<JsonObject>,
    participantId?: Maybe<string>,
    tags?: Maybe<string[]>,
    options?: CallOptions,
  ): Promise<Thread>;
  /**
   * Returns a page of threads with their steps, newest first by default. If `stepTypesToKeep` is given, steps of other
   * types are omitted.
   */
  getThreads: ListOperation<
    ListArguments<ThreadsFilter, ThreadsOrderBy> & { stepTypesToKeep?: StepType[] | undefined },
    Thread
  >;
  /** Returns the thread with all its steps as a flat list; null when not found. */
  getThread(id: string, options?: CallOptions): Promise<Thread | null>;
  /** Deletes the thread with its steps, and returns its id. */
  deleteThread(id: string, options?: CallOptions): Promise<string>;
}

export function createThreadOperations(client: Recorder, transport: Transport): ThreadOperations {
  const toThread = ({ steps, ...fields }: ThreadFragment & { steps?: StepFragment[] | null }): Thread => {
    const thread = new Thread(client, fields, true);
    if (steps) thread.steps = steps.map((step) => toStep(client, step));
    return thread;
  };

  return {
    async upsertThread(first: UpsertThread | string, ...rest: unknown[]) {
      const [thread, options] = readArguments(first, rest);
      const { threadId: id, ...fields } = thread;
      if (typeof id !== "string" || id === "") throw new ConfigError("upsertThread needs a threadId");
      const data = await transport.graphql(UPSERT_THREAD, { id, ...fields }, options);
      return toThread(found("upsertThread", id, data.upsertThread));
    },
    getThreads: listOperation(async (list = {}, options) => {
      const { threads } = await transport.graphql(GET_THREADS, list, options);
      return toPage(threads, toThread);
    }),
    async getThread(id, options) {
      const data = await transport.graphql(GET_THREAD, { id }, options);
      return data.threadDetail && toThread(data.threadDetail);
    },
    async deleteThread(id, options) {
      const data = await transport.graphql(DELETE_THREAD, { id }, options);
      return found("deleteThread", id, data.deleteThread).id;
    },
  };
}

/**
 * Parses the three signatures of `upsertThread`: one object, or positional arguments. The fifth positional argument is
 * either the environment or the tags.
 */
function readArguments(first: UpsertThread | string, rest: unknown[]): [UpsertThread, CallOptions | undefined] {
  if (typeof first === "object" && first !== null) return [first, rest[0] as CallOptions | undefined];
  const [name, metadata, participantId, fifth, sixth, seventh] = rest;
  const hasEnvironment = typeof fifth === "string" || Array.isArray(sixth) || seventh !== undefined;
  const [environment, tags, options] = hasEnvironment ? [fifth, sixth, seventh] : [undefined, fifth, sixth];
  // The casts are safe, because the overloads of `upsertThread` ensure the types of the arguments.
  return [
    { threadId: first, name, metadata, participantId, environment, tags } as UpsertThread,
    options as CallOptions | undefined,
  ];
}
