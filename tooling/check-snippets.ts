/**
 * Compiles and runs every `ts` block, and runs every `sh` block, of the Markdown files and doc comments against a real
 * service and a simulated provider. A block that cannot be run states the reason: "ts no-run: <reason>".
 */
import { execFile } from "node:child_process";
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createServer, listen } from "../packages/server/src/index.ts";
import { type Snippet, extractSnippets } from "./extract-snippets.ts";
import { root } from "./published-packages.ts";
import { startModelServer } from "./snippet-model-server.ts";

const execute = promisify(execFile);
const scripts: object = JSON.parse(await readFile(join(root, "package.json"), "utf8")).scripts;
const sources = ["*.md", "docs/**/*.md", "{packages,apps}/*/*.md", "packages/*/src/**/*.ts"];
const standIn = join(import.meta.dirname, "stand-in-provider.ts");
const snippets: Snippet[] = [];
for await (const path of glob(sources, { cwd: root, exclude: (name) => name.endsWith("node_modules") })) {
  try {
    snippets.push(...extractSnippets(path, await readFile(join(root, path), "utf8")));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function fail({ path, line }: Snippet, error: unknown): void {
  const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }; // errors of `execFile` have these fields
  console.error(`${path}:${line}: the code block fails\n${stdout}${stderr}${stdout || stderr ? "" : String(error)}`);
  process.exitCode = 1;
}

/**
 * Returns the folder in which a snippet is compiled, so that its imports resolve. For a snippet in a package, this is
 * the package itself, otherwise the folder of the examples.
 */
function snippetFolder({ path }: Snippet): string {
  return join(root, /^packages\/[^/]+/u.exec(path)?.[0] ?? "examples", ".snippets");
}

async function checkModules(folder: string, modules: Snippet[], env: NodeJS.ProcessEnv): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  try {
    const names = modules.map(({ path, line }) => `${path.replaceAll(/[^\w]+/gu, "-")}-${line}.ts`);
    for (const [index, { text }] of modules.entries())
      await writeFile(join(folder, names[index] ?? ""), `${text}\nexport {};\n`);
    const compilerOptions = { isolatedDeclarations: false, declaration: false };
    const settings = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
    await execute("tsc", ["-p", folder]).catch((error: { stdout: string }) => {
      console.error(`code blocks do not compile (file names contain the document and line)\n${error.stdout}`);
      process.exitCode = 1;
    });
    for (const [index, snippet] of modules.entries()) {
      if (snippet.notRun !== null) continue;
      const command = ["--conditions=@threadline/source", "--import", standIn, names[index] ?? ""];
      await execute("node", command, { cwd: folder, env, timeout: 120_000 }).catch((error) => fail(snippet, error));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Parses a shell block, checks that the root package.json has the scripts that it uses, and runs it in an empty folder.
 */
async function checkShell(snippet: Snippet, env: NodeJS.ProcessEnv): Promise<void> {
  await execute("bash", ["-n", "-c", snippet.text]);
  for (const [, script = ""] of snippet.text.matchAll(/pnpm@12 (?:run )?([\w:]+)/gu))
    if (!["install", "exec", "add"].includes(script) && !(script in scripts))
      throw new Error(`the root package.json has no script ${script}`);
  if (snippet.notRun !== null) return;
  const command = ["-euo", "pipefail", "-c", snippet.text];
  const cwd = await mkdtemp(join(tmpdir(), "threadline-snippet-"));
  if (snippet.text.startsWith("curl -N")) await checkStream(command, env);
  else await execute("bash", command, { cwd, env, timeout: 120_000 });
  await rm(cwd, { recursive: true });
}

/**
 * Runs a request for a stream for two seconds. Fails if the stream ends before, because then the request was rejected.
 */
async function checkStream(command: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const ended = await execute("timeout", ["2", "bash", ...command], { env }).catch((error: { code: number }) => error);
  if (!("code" in ended && ended.code === 124)) throw new Error(`the stream ended: ${JSON.stringify(ended)}`);
}

/** Creates a model connection as the owner, because a key has no permission for it. */
async function addConnection(): Promise<void> {
  const { project } = await server.ready;
  const response = await fetch(`${listener.url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-threadline-project": project.id, origin: listener.url },
    body: JSON.stringify({
      query: "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
      variables: { connection: { name: "Local", kind: "openaiCompatible", baseUrl: provider.url } },
    }),
  });
  const { errors } = (await response.json()) as { errors?: readonly { readonly message: string }[] };
  if (errors?.[0]) throw new Error(errors[0].message);
}

const apiKey = "tl_snippets_0123456789";
// Without login, a model connection can be created, and it may call loopback addresses.
const server = createServer({ apiKey, noLogin: true });
const listener = await listen(server, { port: 0 });
const provider = await startModelServer();
await addConnection();
const env = {
  ...process.env,
  THREADLINE_URL: listener.url,
  THREADLINE_API_KEY: apiKey,
  ANTHROPIC_API_KEY: "key",
  GEMINI_API_KEY: "key",
  // Disables Mastra's usage reports, which would be sent to the internet.
  MASTRA_TELEMETRY_DISABLED: "1",
  OPENAI_API_KEY: "key",
};
try {
  const byFolder = Map.groupBy(
    snippets.filter(({ language }) => language === "ts"),
    snippetFolder,
  );
  for (const [folder, group] of byFolder) await checkModules(folder, group, env);
  for (const snippet of snippets.filter(({ language }) => language === "sh"))
    await checkShell(snippet, env).catch((error) => fail(snippet, error));
  const runCount = snippets.filter(({ notRun }) => notRun === null).length;
  console.log(`${snippets.length} code blocks, ${runCount} of them run`);
} finally {
  provider.close();
  await listener.close();
  await server.close();
}
