import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { describeSettings } from "./describe-setting.ts";
import { loadConfiguration } from "./load-configuration.ts";
import { createSettingsSchema } from "./settings-schema.ts";
import { renderSettingsTable } from "./settings-table.ts";

const all = describeSettings();

async function load(file: object): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-settings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = join(folder, "threadline.json");
  await writeFile(config, JSON.stringify(file));
  return loadConfiguration({ flags: { config }, env: {} });
}

function accepts(file: object): boolean {
  return z.fromJSONSchema(createSettingsSchema()).safeParse(file).success;
}

test.each(all.filter(({ example }) => example !== undefined))(
  "$name has the same meaning as flag, variable and file entry",
  async ({ name, type, flag, variable, example }) => {
    const value = type.type === "list" ? [example] : example;
    const fromVariable = loadConfiguration({ flags: {}, env: { [variable]: String(example) } })[name];
    expect(fromVariable).not.toBeUndefined();
    const flags = flag === null ? {} : { [name]: String(example) };
    const env = flag === null ? { [variable]: String(example) } : {};
    expect(loadConfiguration({ flags, env })[name]).toEqual(fromVariable);
    expect(await load({ $schema: "./settings.schema.json", [name]: value })).toMatchObject({ [name]: fromVariable });
    expect(accepts({ $schema: "./settings.schema.json", [name]: value })).toBe(true);
  },
);

test.each(all.filter(({ default: value }) => value !== undefined))(
  "the default of $name is valid in the file",
  async ({ name, default: value }) => {
    expect(accepts({ [name]: value })).toBe(true);
    expect(await load({ [name]: value })).toMatchObject({ [name]: value });
  },
);

test.each([
  { prot: 1 },
  { port: "8080" },
  { port: 70_000 },
  { production: "true" },
  { logLevel: "loud" },
  { maxBodyBytes: "lots" },
  { maxBodyBytes: 0 },
  { ssoHosts: "one, two" },
  { host: "" },
])("the JSON schema and the service reject %j", async (file) => {
  expect(accepts(file)).toBe(false);
  await expect(load(file)).rejects.toThrow(/must be|unknown setting/);
});

test("no secret has a flag, an example or a default", () => {
  const secrets = all.filter(({ secret }) => secret);
  expect(secrets.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "apiKey",
      "awsSecretAccessKey",
      "awsSessionToken",
      "mailUrl",
      "metricsToken",
      "ssoClientSecret",
    ]),
  );
  expect(secrets.filter((setting) => setting.flag ?? setting.default ?? setting.example)).toEqual([]);
});

test("flags and variables are unique", () => {
  const names = all.flatMap(({ flag, variable }) => [flag, variable]).filter((name) => name !== null);
  expect(new Set(names).size).toBe(names.length);
});

test("the README and the published schema are generated from the settings", async () => {
  const folder = join(import.meta.dirname, "../..");
  expect(await readFile(join(folder, "README.md"), "utf8")).toContain(`\n${renderSettingsTable()}\n`);
  const published: unknown = JSON.parse(await readFile(join(folder, "settings.schema.json"), "utf8"));
  expect(published).toEqual(createSettingsSchema());
});
