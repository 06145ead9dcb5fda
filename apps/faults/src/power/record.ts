import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../client.ts";
import { History } from "../history.ts";
import { Load } from "../load.ts";
import { type ServerOptions, startServer } from "../server-process.ts";
import { readTrace, straceCommand, type TraceEvent } from "./read-trace.ts";

export interface Upload {
  readonly objectKey: string;
  readonly content: Buffer;
}

/** Disk operations of a server, recorded while clients wrote. */
export interface Recording {
  readonly root: string;
  readonly dataDir: string;
  readonly events: readonly TraceEvent[];
  readonly history: History;
  /** Uploads in the order in which they were sent. They did not overlap. */
  readonly uploads: readonly Upload[];
  remove(): Promise<void>;
}

/**
 * Records a server from its first start on an empty disk until it has acknowledged `batches` batches. Meanwhile,
 * uploads files one after the other.
 */
export async function recordServer(
  options: Pick<ServerOptions, "from" | "plants" | "env"> & { readonly batches: number },
): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-power-"));
  const root = join(folder, "disk");
  await mkdir(root);
  const dataDir = join(root, "data");
  const trace = join(folder, "trace");
  const server = await startServer({
    ...options,
    plants: [...(options.plants ?? []), "early-checkpoints"],
    dataDir,
    wrapper: straceCommand(trace),
  });
  const client = new Client(server.url);
  const history = new History();
  let left = options.batches;
  const enough = Promise.withResolvers<void>();
  const load = new Load({
    client,
    history,
    lanes: 3,
    onAcknowledged: () => {
      left -= 1;
      if (left <= 0) enough.resolve();
    },
  });
  load.start();
  const uploads: Upload[] = [];
  const uploading = (async () => {
    // oxlint-disable-next-line no-await-in-loop -- sequential, so that responses can be attributed
    while (left > 0) await upload(client, uploads);
  })();
  await Promise.race([
    enough.promise,
    server.exited.then((end) => Promise.reject(new Error(`The service exited with code ${String(end.code)}`))),
  ]);
  await Promise.all([load.stop(), uploading]);
  client.close();
  await server.stop("SIGKILL");
  return {
    root,
    dataDir,
    history,
    uploads,
    events: await readTrace(trace, root),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function upload(client: Client, uploads: Upload[]): Promise<void> {
  const content = Buffer.alloc(3_000 + uploads.length * 1_111, `file ${uploads.length} `);
  const request = {
    fileName: `${uploads.length}.txt`,
    contentType: "text/plain",
    uploadType: "raw",
    size: content.length,
  };
  const { text } = await client.post("/api/upload/file", JSON.stringify(request));
  const { put } = JSON.parse(text) as { put: { url: string; fields: { key: string } } }; // response format of the route
  uploads.push({ objectKey: put.fields.key, content });
  const { status } = await client.put(put.url, content, "text/plain");
  if (status !== 204) throw new Error(`The upload failed with status ${status}.`);
}
