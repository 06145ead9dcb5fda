import { createId } from "../create-id.ts";
import type { Document } from "../documents/document.ts";
import type { Transport } from "./transport.ts";

const EMPTY_LIST = {
  totalCount: 0,
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  edges: [],
};

/**
 * Creates the transport of a disabled client, which sends nothing. Writes return their arguments, and reads find
 * nothing.
 */
export function createDisabledTransport(): Transport {
  return {
    async graphql<Data>({ text }: Document<Data, never>, variables: object) {
      const selection = text.slice(text.indexOf("{"));
      const fields = [...selection.matchAll(/(\w+)(?::\s*\w+)?\(/g)].map(([, field = ""]) => field);
      const isMutation = /^\s*mutation\b/.test(text);
      const answer = (field: string) => (isMutation ? written(field, variables) : notFound(text));
      // `fields` are the top-level fields of the operation. The SDK reads only these fields of a result.
      return Object.fromEntries(fields.map((field) => [field, answer(field)])) as Data;
    },
    async stream() {
      const nothing: AsyncIterableIterator<never, undefined> = {
        next: async () => ({ done: true, value: undefined }),
        [Symbol.asyncIterator]: () => nothing,
      };
      return nothing;
    },
    async post() {
      return { data: null, projectId: "" };
    },
    async upload() {},
  };
}

function notFound(document: string): object | null {
  return /\bedges\b/.test(document) ? EMPTY_LIST : null;
}

function written(field: string, variables: { steps?: readonly { id: string }[] }): object {
  if (field === "ingestSteps") return (variables.steps ?? []).map(({ id }) => ({ id, ok: true, message: null }));
  if (field === "updatePromptLineageRollout") return { ok: true, message: null, errorCode: null };
  // A request with several records has numbered variables, such as `name_0` and `name_1`. They are omitted, because
  // each result would otherwise contain the variables of all records.
  const own = Object.entries(variables).filter(([key]) => !/_\d+$/.test(key));
  return { id: createId(), createdAt: new Date().toISOString(), ...Object.fromEntries(own) };
}
