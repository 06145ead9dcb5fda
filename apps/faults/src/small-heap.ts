import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "./client.ts";
import { checkIntegrity } from "./derived.ts";
import { type Findings, History } from "./history.ts";
import { Load } from "./load.ts";
import { type ServerOptions, startServer } from "./server-process.ts";

export interface HeapReport {
  readonly findings: Findings;
  readonly damages: readonly string[];
  /** Number of responses to the large requests, by kind: `200`, `429`, `503`, `413` or `no answer`. */
  readonly answers: Readonly<Record<string, number>>;
  /** Acknowledged large steps that are missing or have changed. */
  readonly lost: readonly string[];
  /** Whether the process survived, and accepted batches after the large requests. */
  readonly outlived: boolean;
  /** Last output of the process, if it did not survive. */
  readonly end: string;
}

export interface HeapOptions extends Pick<ServerOptions, "from" | "plants"> {
  /** Limit of V8's heap for long-lived objects, in megabytes. */
  readonly heap: number;
  /** Size of a large request, in bytes. */
  readonly size: number;
  /** Content of a large request: many small values, or one long text. */
  readonly of: "values" | "text";
  readonly together: number;
  readonly requests: number;
}

const document = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }";
const reading = "query ($id: String!) { step(id: $id) { input } }";
const deletion = "mutation ($id: String!) { deleteStep(id: $id) { id } }";

/**
 * Sends large requests to a service with a small heap while clients write. Then checks the acknowledged large requests.
 */
export async function pressHeap(options: HeapOptions): Promise<HeapReport> {
  const { from, plants, heap, requests, together } = options;
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-heap-"));
  const server = await startServer({ from, plants, dataDir, env: { NODE_OPTIONS: `--max-old-space-size=${heap}` } });
  const client = new Client(server.url);
  const history = new History();
  let batches = 0;
  const load = new Load({ client, history, rest: 5, onAcknowledged: () => (batches += 1) });
  let isOver = false;
  void server.exited.then(() => (isOver = true));
  load.start();
  try {
    const value = makeValue(options);
    const answers: Record<string, number> = {};
    const acknowledged: string[] = [];
    // The first requests must be in progress at the same time, even if the service is fast. So each withholds its last
    // byte until one of the requests has ended, usually because the service rejected it.
    const first = Promise.withResolvers<void>();
    let next = 0;
    const send = async (): Promise<void> => {
      while (next < requests && !isOver) {
        const id = `large-${(next += 1)}`;
        const beforeEnd = next <= together ? first.promise : undefined;
        const steps = [{ id, name: "large", type: "tool", input: value }];
        // oxlint-disable-next-line no-await-in-loop -- a client sends one after the other
        const answer = await client.execute(document, { steps }, { beforeEnd }).catch(() => null);
        first.resolve();
        const status = answer === null ? "no answer" : String(answer.status);
        answers[status] = (answers[status] ?? 0) + 1;
        if (answer?.status === 200 && /"ok":true/.test(answer.text)) acknowledged.push(id);
      }
    };
    await Promise.all(Array.from({ length: together }, send));
    const before = batches;
    // oxlint-disable-next-line no-await-in-loop -- polls
    while (!isOver && batches < before + 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const outlived = !isOver;
    await load.stop();
    await server.stop();
    const again = await startServer({ dataDir, from });
    client.url = again.url;
    const lost = await missingOf(client, acknowledged, value);
    const findings = history.compare(await client.readSteps());
    await again.stop();
    const damages = checkIntegrity(join(dataDir, "threadline.db"));
    return {
      findings,
      damages,
      answers,
      lost,
      outlived,
      end: outlived ? "" : (server.lines.findLast(isFatal) ?? ""),
    };
  } finally {
    isOver = true;
    await load.stop();
    client.close();
    await server.stop("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  }
}

function isFatal(line: string): boolean {
  return /threadline:|FATAL ERROR/.test(line);
}

/**
 * Creates the content of a large step: many small values, or one long text. The small values need several times more
 * memory than their text. The long text needs memory because the service copies it.
 */
function makeValue({ size, of }: HeapOptions): object {
  if (of === "text") return { content: "How far is it? ".repeat(size / 15) };
  const row = { role: "user", content: "How far is it from here to there?", at: 1_700_000_000_000 };
  return { rows: Array.from({ length: Math.ceil(size / JSON.stringify(row).length) }, () => row) };
}

/** Checks the large steps, and then deletes them, so that the other steps can be listed. */
async function missingOf(client: Client, ids: readonly string[], value: object): Promise<string[]> {
  const expected = JSON.stringify(value);
  const lost: string[] = [];
  for (const id of ids) {
    // oxlint-disable no-await-in-loop -- each value is large
    const { body } = await client.execute(reading, { id });
    const { input } = (body.data?.["step"] ?? {}) as { readonly input?: unknown }; // the document selects this field
    if (JSON.stringify(input) !== expected) lost.push(id);
    await client.execute(deletion, { id });
    // oxlint-enable no-await-in-loop
  }
  return lost;
}
