import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A project that installs the tarballs. */
export interface Consumer {
  readonly name: string;
  /** Program that runs the modules of the project. */
  readonly program: string;
  readonly prepare: (project: string, tarballs: ReadonlyMap<string, string>) => Promise<void>;
  /** Returns the command that installs the tarballs and the demo's other dependencies. */
  readonly install: (tarballs: readonly string[], others: readonly string[]) => [string, ...string[]];
}

const imports = `
import { Threadline } from "@threadline/core";
import { RecordingClient } from "@threadline/core/recording";
import { ThreadlineTracingProcessor } from "@threadline/agents";
import { observe as observeAiSdk } from "@threadline/ai-sdk";
import { observe as observeAnthropic } from "@threadline/anthropic";
import { observe as observeGoogle } from "@threadline/google";
import { ThreadlineCallbackHandler } from "@threadline/langchain";
import { observe as observeLlamaIndex } from "@threadline/llamaindex";
import { ThreadlineExporter } from "@threadline/mastra";
import { observeTransport } from "@threadline/mcp";
import { observe } from "@threadline/openai";
import { exactMatch } from "@threadline/core/scorers";
import { scoreMatchers, ThreadlineReporter } from "@threadline/vitest";
const providers = [observe, observeAiSdk, observeAnthropic, observeGoogle, observeLlamaIndex];
const frameworks = [ThreadlineCallbackHandler, ThreadlineTracingProcessor, ThreadlineExporter, observeTransport];
const evaluation = [exactMatch, scoreMatchers, ThreadlineReporter];
const loaded = [Threadline, RecordingClient, ...providers, ...frameworks, ...evaluation];
if (!loaded.every((value) => typeof value === "function")) throw new Error("an export is missing");
if (!(new Threadline({ apiKey: "key", disabled: true }) instanceof RecordingClient)) throw new Error("two copies of core");
if (!process.versions.bun) {
  const { createServer } = await import("threadline");
  const server = createServer({ apiKey: "key" });
  const client = new Threadline({ apiKey: "key", url: "http://localhost", fetch: server.fetch });
  await client.run({ name: "packed" }).wrap(async () => "done");
  const { delivered } = await client.flush();
  await server.close();
  if (delivered !== 1) throw new Error("the run was not recorded");
}
`;

const requires = `
const { Threadline } = require("@threadline/core");
const { observe } = require("@threadline/openai");
const { ThreadlineCallbackHandler } = require("@threadline/langchain");
const { ThreadlineTracingProcessor } = require("@threadline/agents");
const { ThreadlineExporter } = require("@threadline/mastra");
const { observeTransport } = require("@threadline/mcp");
const { scoreMatchers } = require("@threadline/vitest");
const others = ["ai-sdk", "anthropic", "google", "llamaindex"].map((name) => require("@threadline/" + name).observe);
const frameworks = [ThreadlineCallbackHandler, ThreadlineTracingProcessor, ThreadlineExporter, observeTransport];
for (const value of [Threadline, observe, scoreMatchers, ...frameworks, ...others]) {
  if (typeof value !== "function") throw new Error("an export is missing");
}
if (!process.versions.bun && typeof require("threadline").createServer !== "function") throw new Error("no createServer");
`;

const types = `
import { Threadline, type Thread } from "@threadline/core";
import { RecordingClient } from "@threadline/core/recording";
import { ThreadlineCallbackHandler } from "@threadline/langchain";
import { observe } from "@threadline/openai";
import OpenAI from "openai";
import { createServer, listen, type ServerOptions } from "threadline";

const options: ServerOptions = { apiKey: "key" };
const server = createServer(options);
const client = new Threadline({ apiKey: "key", fetch: server.fetch });
const recording: RecordingClient = client;
const openai: OpenAI = observe(new OpenAI({ apiKey: "key" }), { client });
const handler = new ThreadlineCallbackHandler(recording);
export async function first(): Promise<string | undefined> {
  const { data } = await client.api.getThreads({ first: 1 });
  const thread: Thread | undefined = data[0];
  // @ts-expect-error: an unknown field
  thread?.unknownField;
  return thread?.id;
}
export { handler, listen, openai };
`;

async function writeModules(project: string, manifest: object): Promise<void> {
  const files = { "imports.mjs": imports, "requires.cjs": requires, "types.ts": types };
  const all = {
    "package.json": JSON.stringify({ name: "consumer", private: true, type: "module", ...manifest }),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await writeFile(join(project, name), text);
}

/** Maps the SDK to its tarball, because the other packages depend on the SDK, which may not be published yet. */
const overrides = (tarballs: ReadonlyMap<string, string>): object => ({
  "@threadline/core": `file:${tarballs.get("@threadline/core")}`,
});

/** Dependencies with install scripts, for which pnpm requires a decision. None of these scripts is needed. */
const allowBuilds = { "@google/genai": false, protobufjs: false };

const peers = ["openai@7.55.0", "@langchain/core@1.4.0"];

export const consumers: readonly Consumer[] = [
  {
    name: "npm",
    program: "node",
    prepare: (project) => writeModules(project, {}),
    install: (tarballs, others) => [
      "npm",
      "install",
      "--no-audit",
      "--no-fund",
      ...tarballs,
      ...others,
      "@types/node@24",
    ],
  },
  {
    name: "pnpm",
    program: "node",
    async prepare(project, tarballs) {
      await writeModules(project, {});
      await writeFile(
        join(project, "pnpm-workspace.yaml"),
        JSON.stringify({ overrides: overrides(tarballs), allowBuilds }),
      );
    },
    install: (tarballs) => ["npx", "-y", "pnpm@12", "add", ...tarballs, ...peers],
  },
  {
    name: "bun",
    program: "bun",
    prepare: (project, tarballs) => writeModules(project, { overrides: overrides(tarballs) }),
    install: (tarballs) => ["bun", "add", ...tarballs, ...peers],
  },
];
