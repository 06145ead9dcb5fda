import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Threadline } from "@threadline/core";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../src/http/listen.ts";
import { runCommand } from "./migrate/run-command.ts";
import { apiKey, startTestServer } from "./test-server.ts";

async function start() {
  const { server } = startTestServer();
  const { url, close } = await listen(server, { host: "127.0.0.1", port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "threadline-dataset-"));
  const client = new Threadline({ url, apiKey });
  onTestFinished(async () => {
    await client.shutdown();
    await close();
    await rm(folder, { recursive: true });
  });
  const run = (...args: string[]) =>
    runCommand(["dataset", ...args], { THREADLINE_URL: url, THREADLINE_API_KEY: apiKey });
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return { api: client.api, run, write, path: (name: string) => join(folder, name) };
}

const csv = 'question,answer,split\n"Why, oh why?",because,"test, hard"\n,none,\nWhen?,now,\n';

test("a CSV file is imported by its columns, and rows without an input are named", async () => {
  const { api, run, write } = await start();
  const file = await write("answers.csv", csv);
  const missing = await run("import", file, "--dataset", "answers");
  expect(missing).toMatchObject({ code: 1, output: "" });
  expect(missing.notices).toContain('Dataset "answers" not found. Set --create to create it.');
  const planned = await run("import", file, "--dataset", "answers", "--create", "--dry-run");
  expect(planned).toMatchObject({ code: 0, output: "Would import 2 items, 1 skipped.\n" });
  expect(await api.getDatasets()).toEqual([]);

  const imported = await run("import", file, "--dataset", "answers", "--create", "--column", "answer=expectedOutput");
  expect(imported).toEqual({
    code: 0,
    output: "Imported 2 items, 1 skipped.\n",
    notices: "Row 3: The row has no input\n",
  });
  const dataset = await api.getDataset({ name: "answers" });
  expect(dataset?.items).toMatchObject([
    { input: { question: "Why, oh why?" }, expectedOutput: "because", splits: ["hard", "test"] },
    { input: { question: "When?" }, expectedOutput: "now", splits: [] },
  ]);
});

test.each(["csv", "jsonl", "parquet"])(
  "a dataset is exported as %s, and imported again without a change",
  async (form) => {
    const { api, run, path } = await start();
    const { id } = await api.createDataset({ name: "capitals" });
    await api.createDatasetItems(id, [
      { input: { country: "France" }, expectedOutput: { city: "Paris" }, metadata: { n: 1 }, splits: ["test"] },
      { input: { country: "=Kenya", list: [1, null, "x"] } },
    ]);
    const before = (await api.getDataset({ id }))!;
    const file = path(`all.${form}`);
    expect(await run("export", file, "--dataset", "capitals")).toMatchObject({ code: 0, notices: "" });
    expect((await run("export", file, "--dataset", "capitals")).notices).toContain("already exists");
    const part = path(`part.${form}`);
    expect((await run("export", part, "--dataset", id, "--at", "1", "--split", "test")).code).toBe(0);
    expect((await readFile(part)).byteLength).toBeLessThan((await readFile(file)).byteLength);

    await api.deleteDatasetItems(before.items.map((item) => item.id));
    expect(await run("import", file, "--dataset", "capitals")).toMatchObject({
      code: 0,
      output: "Imported 2 items.\n",
    });
    const after = await api.getDataset({ id });
    const contents = ({ items }: typeof before) => items.map((item) => ({ ...item.serialize(), version: null }));
    expect(contents(after!)).toEqual(contents(before));
    // A repeated import changes nothing.
    expect((await run("import", file, "--dataset", "capitals")).code).toBe(0);
    expect((await api.getDataset({ id }))?.version).toBe(after?.version);
  },
);

test("invalid arguments are reported, and nothing is stored", async () => {
  const { api, run, write, path } = await start();
  const file = await write("a.csv", csv);
  const create = ["--dataset", "a", "--create"];
  expect((await run("import", path("none.csv"), ...create)).notices).toContain("cannot be read: ENOENT");
  expect((await run("import", file, ...create, "--column", "question")).notices).toContain("--column must assign");
  expect((await run("import", file, ...create, "--column", "none=input")).notices).toContain("has no column none");
  expect((await run("import", file, ...create, "--column", "question=x")).notices).toContain(
    "must be assigned to one of ignore",
  );
  expect((await run("import", file, ...create, "--column", "question=ignore")).notices).toContain(
    "is assigned to the input",
  );
  expect((await run("export", path("a.xlsx"), "--dataset", "a")).notices).toContain("must end with one of .csv");
  expect((await run("export", path("a.csv"), "--dataset", "a", "--at", "x")).notices).toContain("--at must be");
  expect(await api.getDatasets()).toEqual([]);
});
