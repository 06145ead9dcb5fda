import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inEmptyFolders, serve, start } from "../../test/migrate/start-service.ts";

inEmptyFolders();

test("a closed output pipe is not an error", async () => {
  for (const args of [["--help"], ["serve", "--help"], ["account", "list", "--data-dir", "nowhere"]]) {
    const { child, text, finished } = start(args);
    child.stdout.destroy();
    const { code } = await finished; // oxlint-disable-line no-await-in-loop -- one process at a time
    expect(text.notices).not.toContain("EPIPE");
    expect(code).toBe(args.includes("--help") ? 0 : 1);
  }
});

test.each([[["bake"]], [["serve", "--prot", "1"]], [["key", "create"]], [["serve", "--port", "x"]]])(
  "%j prints an explanation, with exit code 2",
  async (args) => {
    const { code, notices, output } = await start(args).finished;
    expect(code).toBe(2);
    expect(output).toBe("");
    expect(notices).not.toMatch(/\n\s+at /);
    expect(notices.length).toBeGreaterThan(10);
  },
);

test("a data folder that is a file is reported", async () => {
  await writeFile(join(process.cwd(), "file"), "");
  const { code, notices } = await start(["serve", "--port", "0", "--data-dir", "file"]).finished;
  expect(code).toBe(1);
  expect(notices).toContain("file is a file. Choose a folder with --data-dir.");
});

test("--otlp-grpc-port receives spans over gRPC at the address that the command prints", async () => {
  const server = await serve(["--otlp-grpc-port", "0"]);
  const address = /OTLP gRPC\s+http:\/\/(\S+)/.exec(server.text.notices)?.[1] ?? "";
  const { Client, credentials, Metadata } = await import("@grpc/grpc-js");
  const { create, toBinary } = await import("@bufbuild/protobuf");
  const { ExportTraceServiceRequestSchema: schema } = await import("../otlp/wire/generated/otlp_pb.ts");
  const span = { traceId: new Uint8Array(16).fill(1), spanId: new Uint8Array(8).fill(2), name: "over gRPC" };
  const request = toBinary(schema, create(schema, { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));
  const metadata = new Metadata();
  metadata.set("x-api-key", server.key ?? "");
  const client = new Client(address, credentials.createInsecure());
  onTestFinished(() => client.close());
  const asIs = (bytes: Buffer): Buffer => bytes;
  const method = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";
  const answer = await new Promise<Buffer | undefined>((resolve, reject) => {
    client.makeUnaryRequest(method, asIs, asIs, Buffer.from(request), metadata, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    );
  });
  expect(answer).toHaveLength(0);
  const { data } = (await server.graphql("{ steps(first: 2) { edges { node { name } } } }")) as { data: unknown };
  expect(data).toEqual({ steps: { edges: [{ node: { name: "over gRPC" } }] } });
});

test("a key from the environment is used and never shown", async () => {
  const server = await serve([], { THREADLINE_API_KEY: "preset-key-of-a-container" });
  expect(await server.projectOf("preset-key-of-a-container")).toBe(200);
  expect(server.text.notices + server.text.output).not.toContain("preset-key");
});

test("a port in use is reported", async () => {
  const { url } = await serve();
  const { code, notices } = await start(["serve", "--data-dir", "other", "--port", new URL(url).port]).finished;
  expect(code).toBe(1);
  expect(notices).toContain("is in use");
  expect(notices).not.toMatch(/\n\s+at /);
});

test("without login the service listens on loopback only", async () => {
  const open = await serve(["--no-login"]);
  expect(open.text.notices).toContain("everyone on this machine");
  expect(open.text.notices).not.toContain("/setup");
  expect(await (await fetch(`${open.url}/api/session`)).json()).toMatchObject({ signedIn: true, noLogin: true });
  const refused = await start(["serve", "--no-login", "--host", "0.0.0.0"]).finished;
  expect(refused.code).toBe(2);
  expect(refused.notices).toContain("only works on a loopback address, not on 0.0.0.0");
});

test("the log is lines of JSON without secrets", async () => {
  const server = await serve();
  await server.projectOf(server.key ?? "");
  server.child.kill("SIGINT");
  const { code, output } = await server.finished;
  expect(code).toBe(0);
  const lines = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ msg }) => msg)).toEqual(["ready", "request", "stopping", "stopped"]);
  expect(output).not.toContain(server.key);
});
