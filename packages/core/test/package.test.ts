import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTypes } from "../../../tooling/build-types.ts";

const execute = promisify(execFile);
const packageFolder = join(import.meta.dirname, "..");
let folder = "";

// Builds the package as for a release. The output is in the package's folder, so that its dependencies resolve.
beforeAll(async () => {
  folder = await mkdtemp(join(packageFolder, "node_modules", ".built-"));
  const code = `
    import { build } from "tsup";
    import options from "./tsup.config.ts";
    const outDir = ${JSON.stringify(folder)};
    await build({ ...options, outDir, config: false, silent: true, onSuccess: async () => undefined });
  `;
  await execute(process.execPath, ["--input-type=module", "-e", code], { cwd: packageFolder });
  await buildTypes({ packageFolder, outputFolder: relative(packageFolder, folder) });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const script = `
  const client = new Threadline({ apiKey: "tl_test_key", fetch: async () => Response.json({ data: { step: null, ingestSteps: [{ id: "r", ok: true }] } }) });
  client.run({ name: "r" }).wrap(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    console.log(client.getCurrentStep().name, await client.api.getStep("unknown"));
  });
`;

test.each([
  ["import", ["--input-type=module"], (path: string) => `import { Threadline } from "file://${path}";`],
  ["require", ["--input-type=commonjs"], (path: string) => `const { Threadline } = require("${path}");`],
])("the built package loads by %s, and carries context", async (_way, parameters, load) => {
  const code = load(join(folder, "index.js")) + script;
  const { stdout, stderr } = await execute(process.execPath, [...parameters, "--no-warnings", "-e", code]);
  expect(stderr).toBe("");
  expect(stdout.trim()).toBe("r null");
});

test("the recording entry point loads operations at the first call", async () => {
  const seen = new Set(["recording.js"]);
  let code = "";
  for (const name of seen) {
    const text = await readFile(join(folder, name), "utf8");
    code += text;
    for (const [, imported = ""] of text.matchAll(/(?:from|^import) "\.\/([^"]+)"/gm)) seen.add(imported);
  }
  expect(code).toContain("RecordingClient = class");
  expect(code).toContain("mutation deliver");
  for (const operation of ["mutation upsertThread", "query getStep", "mustache", "ofetch", "openSync"]) {
    expect(code).not.toContain(operation);
  }
  const program = `
    import { RecordingClient } from "file://${join(folder, "recording.js")}";
    const fetch = async () => Response.json({ data: { step: null, ingestSteps: [{ ok: true }] } });
    const client = new RecordingClient({ apiKey: "tl_test_key", fetch });
    await client.run({ name: "r" }).wrap(() => "done");
    console.log((await client.flush()).delivered, await client.api.getStep("unknown"));
  `;
  const { stdout } = await execute(process.execPath, ["--input-type=module", "--no-warnings", "-e", program]);
  expect(stdout.trim()).toBe("1 null");
});

test("the declarations are one file without imports and any", async () => {
  const declarations = await readFile(join(folder, "index.d.ts"), "utf8");
  const code = declarations.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  expect(code).toContain("declare class Threadline");
  expect(code).not.toMatch(/\bany\b|\bimport\b|@threadline\//);
});

test("the declarations compile with the strictest options, without the types of Node", async () => {
  const consumer = join(folder, "consumer.ts");
  await writeFile(
    consumer,
    `import { type Step, type StepsFilter, Threadline } from "./index.js";
     const client = new Threadline({ apiKey: "a", environment: "dev", fetch: (input, init) => fetch(input, init) });
     const filters: StepsFilter[] = [{ field: "metadata", path: "a.b", operator: "eq", value: 1 }];
     export const steps: Promise<Step[]> = client.api.getSteps({ first: 1, filters }).then(({ data }) => data);
     export const length: Promise<number> = client.run({ name: "r" }).wrap(async (run) => run.name.length);
     // @ts-expect-error A list of strings has no operator eq.
     filters.push({ field: "tags", operator: "eq", value: "a" });`,
  );
  const flags =
    "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2023";
  const tsc = join(packageFolder, "node_modules/.bin/tsc");
  const { stdout } = await execute(tsc, [...flags.split(" "), "--ignoreConfig", "--types", "", consumer]);
  expect(stdout).toBe("");
});
