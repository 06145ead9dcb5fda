import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { partOf } from "../test-inputs.ts";
import { startTestServer } from "../test-server.ts";
import { argumentsWith, documentOf, operations, places } from "./schema-arguments.ts";

test("T90, T94: URLs in requests are not contacted, and paths are not read", { timeout: 120_000 }, async () => {
  const contacted: string[] = [];
  const http = createHttpServer((request, response) => {
    contacted.push(request.url ?? "");
    response.end("CANARY-of-another-service");
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const sockets: unknown[] = [];
  const watch = (message: unknown): void => void sockets.push(message);
  subscribe("net.client.socket", watch);
  onTestFinished(() => void unsubscribe("net.client.socket", watch));

  const { graphql } = startTestServer();
  const urls = [
    `http://127.0.0.1:${port}/x`,
    "file:///etc/passwd",
    "http://169.254.169.254/latest/meta-data/",
    "/etc/passwd",
  ];
  const written = places.filter(
    ({ operation, kind }) =>
      operation.kind !== "subscription" && (kind === "text" || kind === "file" || kind === "json"),
  );
  // In the quick and long suites, `partOf` leaves one URL for each argument. The URLs are rotated, so that the
  // arguments get different ones.
  const pairs = written.flatMap((place, index) => {
    const first = index % urls.length;
    return [...urls.slice(first), ...urls.slice(0, first)].map((url) => ({ ...place, url }));
  });
  for (const { operation, path, kind, url } of partOf(pairs, urls.length)) {
    const value = kind === "json" ? { url, path: url, src: url, $ref: url } : url;
    const variables = argumentsWith(operation, () => undefined, { path, value });
    const { status, errors } = await graphql(documentOf(operation, Object.keys(variables), 2), variables);
    expect(status < 500 && !errors.some(({ extensions }) => extensions.code === "INTERNAL")).toBe(true);
  }
  const answers: string[] = [];
  for (const operation of operations.filter(({ kind }) => kind === "query")) {
    const variables = argumentsWith(operation, () => undefined);
    answers.push(JSON.stringify(await graphql(documentOf(operation, Object.keys(variables), 5), variables)));
  }
  expect(answers.join("")).not.toContain("CANARY-of-another-service");
  expect(answers.join("")).not.toContain("root:x:0");
  expect(contacted).toEqual([]);
  expect(sockets).toEqual([]);
  // Confirms that outbound requests are detected.
  await fetch(`http://127.0.0.1:${port}/watched`);
  expect(contacted).toEqual(["/watched"]);
  expect(sockets).toHaveLength(1);
});
