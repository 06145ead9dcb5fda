import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Threadline } from "@threadline/core";
import { expect, onTestFinished } from "vitest";
import type { ImportPlatform } from "../../src/cli/import-platforms.ts";
import { plural } from "../../src/cli/import/import-report.ts";
import { createServer as createService } from "../../src/create-server.ts";
import { listen } from "../../src/http/listen.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { runCommand } from "../migrate/run-command.ts";
import { importedBy } from "./imported-by.ts";

/** A request to a stand-in for the API of another platform. */
export interface Asked {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly text: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingMessage["headers"];
}

/** Response of a stand-in: JSON, or a status with headers. A stand-in that returns undefined responds with 404. */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | { readonly json: unknown };

export interface StandIn {
  readonly url: string;
  readonly asked: readonly Asked[];
}

/** Starts a local stand-in for the API of another platform. */
export async function startStandIn(answer: (asked: Asked) => Answer | undefined): Promise<StandIn> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
      const text = Buffer.concat(chunks).toString();
      const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
      const { method = "GET", url = "/", headers } = request;
      const each = { method, url, text, path: decodeURIComponent(pathname), query: searchParams, body, headers };
      asked.push(each);
      const found = answer(each) ?? { status: 404 };
      if ("json" in found) response.setHeader("content-type", "application/json").end(JSON.stringify(found.json));
      else response.writeHead(found.status, found.headers).end("{}");
    });
  });
  await opened(server);
  onTestFinished(() => new Promise<void>((resolve) => server.closeAllConnections() ?? server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function opened(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

/** Returns a numbered page of a list, with `size` items per page. */
export function paged(list: readonly unknown[], query: URLSearchParams, size: number): Answer {
  const page = Number(query.get("page") ?? 1);
  const data = list.slice((page - 1) * size, page * size);
  return {
    json: { data, meta: { page, limit: size, totalItems: list.length, totalPages: Math.ceil(list.length / size) } },
  };
}

export interface Target {
  readonly client: Threadline;
  readonly url: string;
  countRequests(): number;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<typeof runCommand>;
}

/** Starts the real service on a loopback port, as the target of imports. */
export async function startTarget(): Promise<Target> {
  const apiKey = "tl_import-target";
  noteSecret(apiKey);
  const server = createService({ apiKey });
  await server.ready;
  let requests = 0;
  const fetch: typeof server.fetch = (...args) => {
    requests += 1;
    return server.fetch(...args);
  };
  const listener = await listen({ ...server, fetch }, { host: "127.0.0.1", port: 0 });
  const { url } = listener;
  const client = new Threadline({ apiKey, url });
  onTestFinished(async () => {
    await client.shutdown();
    await listener.close();
    await server.close();
  });
  return {
    client,
    url,
    countRequests: () => requests,
    run: (args, env = {}) =>
      runCommand(["import", "--yes", "--rate", "1000", ...args], {
        THREADLINE_API_KEY: apiKey,
        THREADLINE_URL: url,
        ...env,
      }),
  };
}

/**
 * Parses a printed report. Returns for each kind the number of imported records, and of records that already existed.
 */
export function readReport(notices: string): Record<string, readonly [number, number]> {
  const [, table = ""] = notices.split(/^Kind +Imported +Already there\n/mu);
  const rows = table.matchAll(/^([a-z ]+?) {2,}(\d+) +(\d+)$/gmu);
  return Object.fromEntries([...rows].map(([, kind, imported, there]) => [kind, [Number(imported), Number(there)]]));
}

/** Fails unless a report contains exactly the kinds that `importedBy` lists for a source. */
export function expectKinds(platform: ImportPlatform, source: string, report: Readonly<Record<string, unknown>>): void {
  expect(Object.keys(report)).toEqual(importedBy[platform][source]?.map(plural));
}

/** Replays responses of a real server by method, path and body. An unknown request fails the import. */
export async function startReplay(name: string): Promise<StandIn> {
  const file = join(import.meta.dirname, "__fixtures__", `${name}.json`);
  const { answers } = JSON.parse(await readFile(file, "utf8")) as { answers: Record<string, unknown> };
  return startStandIn(({ method, url, text }) => {
    const key = `${method} ${decodeURIComponent(url)}${text === "" ? "" : ` ${text}`}`;
    return Object.hasOwn(answers, key) ? { json: answers[key] } : undefined;
  });
}
