import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ThreadlineServer } from "../../src/create-server.ts";
import type { Truth } from "./truth.ts";

const folder = join(import.meta.dirname, "fixtures");

export interface RecordedRequest {
  readonly signal: "traces" | "logs" | "metrics";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

export const emitters: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

export function readTruth(emitter: string): Truth {
  return JSON.parse(readFileSync(join(folder, emitter, "truth.json"), "utf8")) as Truth;
}

/** Reads the requests of an emitter, in the order in which they were sent. */
export function readRequests(emitter: string): RecordedRequest[] {
  const names = readdirSync(join(folder, emitter)).filter((name) => name.endsWith(".headers.json"));
  return names.toSorted().map((name) => {
    const sent = JSON.parse(readFileSync(join(folder, emitter, name), "utf8")) as {
      readonly path: string;
      readonly protocol: string;
      readonly headers: Readonly<Record<string, string>>;
    };
    const body = readFileSync(join(folder, emitter, name.replace(".headers.json", ".body")));
    const headers = Object.fromEntries(Object.entries(sent.headers).map(([key, value]) => [key.toLowerCase(), value]));
    const last = sent.path.split("/").at(-1) ?? "";
    const signal = /race|TraceService/u.test(sent.path)
      ? "traces"
      : last.includes("log") || /Logs/u.test(sent.path)
        ? "logs"
        : "metrics";
    const isHttp = sent.protocol === "http";
    const encoding = isHttp ? headers["content-encoding"] : undefined;
    return {
      signal,
      headers: {
        "content-type": (isHttp ? headers["content-type"] : undefined) ?? "application/x-protobuf",
        ...(encoding !== undefined && { "content-encoding": encoding }),
      },
      body,
    };
  });
}

/** Sends a recorded request unchanged, except with our key. */
export function post(
  server: ThreadlineServer,
  apiKey: string,
  { signal, headers, body }: RecordedRequest,
): Promise<Response> {
  return server.fetch(`http://threadline.test/v1/${signal}`, {
    method: "POST",
    headers: { ...headers, "x-api-key": apiKey },
    body,
  });
}
