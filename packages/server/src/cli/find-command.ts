import { type Api, GraphQLRequestError, type QueryArguments } from "@threadline/core";
import { CommandError } from "./command-error.ts";
import { explainServiceError } from "./import/destination.ts";
import { findableKinds, type FindableKind } from "./find-kinds.ts";
import { openService } from "./open-service.ts";
import { formatTable, type Terminal } from "./terminal.ts";

export interface FindFlags {
  readonly url?: string | undefined;
  readonly limit: string;
  readonly json?: boolean | undefined;
}

interface List {
  readonly all: (api: Api, list: QueryArguments) => AsyncIterable<object>;
  readonly columns: readonly string[];
}

const lists: Readonly<Record<FindableKind, List>> = {
  threads: {
    all: (api, list) => api.getThreads.all(list),
    columns: ["createdAt", "id", "name"],
  },
  steps: {
    all: (api, list) => api.getSteps.all(list),
    columns: ["startTime", "id", "type", "name", "error"],
  },
  generations: {
    all: (api, list) => api.getGenerations.all(list),
    columns: ["createdAt", "id", "model", "tokenCount", "cost", "duration"],
  },
  scores: {
    all: (api, list) => api.getScores.all(list),
    columns: ["createdAt", "id", "name", "value", "stepId"],
  },
  users: {
    all: (api, list) => api.getUsers.all(list),
    columns: ["createdAt", "id", "identifier"],
  },
};

const pageSize = 100;

export async function find(kind: string, query: string, flags: FindFlags, terminal: Terminal): Promise<void> {
  const name = findableKinds.find((each) => each === kind);
  if (name === undefined) throw new CommandError(`The kind must be one of ${findableKinds.join(", ")}.`);
  const limit = Number(flags.limit);
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new CommandError("--limit must be a whole number of at least 1.");
  const { client } = openService(
    flags,
    terminal,
    "with the scope read: `threadline key create --name find --scopes read`",
  );
  const { all, columns } = lists[name];
  try {
    const rows: string[][] = [];
    let count = 0;
    for await (const record of all(client.api, { query, first: Math.min(limit, pageSize) })) {
      if (flags.json === true) terminal.output.write(`${JSON.stringify(record)}\n`);
      else rows.push(columns.map((column) => cell(record[column as keyof typeof record])));
      count += 1;
      if (count === limit) break;
    }
    if (rows.length > 0) terminal.output.write(formatTable([[...columns], ...rows]));
    if (count === 0) terminal.notices.write(`No ${name} match.\n`);
  } catch (error) {
    throw error instanceof GraphQLRequestError ? new CommandError(error.message) : explainServiceError(error);
  } finally {
    await client.shutdown();
  }
}

const maxCellLength = 80;

/** Formats a value on one line. Replaces control characters, which could change the state of the terminal. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? "-" : String(value).replaceAll(/\p{C}+/gu, " ");
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text;
}
