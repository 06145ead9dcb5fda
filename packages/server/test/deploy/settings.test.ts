import { expect, test } from "vitest";
import { globSync } from "node:fs";
import type { Command } from "commander";
import * as z from "zod";
import { createProgram } from "../../src/cli/create-program.ts";
import { describeSettings } from "../../src/config/describe-setting.ts";
import { createSettingsSchema } from "../../src/config/settings-schema.ts";
import { configure, knownVariables, readDeployed, readYaml, root, variablesIn } from "./read-deploy.ts";

interface Composed {
  readonly services: Readonly<
    Record<string, { readonly environment?: Record<string, string>; readonly stop_grace_period?: string } | undefined>
  >;
}

/** Variables that only the Compose and Caddy files use. */
const ofTheFiles = ["THREADLINE_DOMAIN", "THREADLINE_UPSTREAM"];

test("the service reads every variable in deploy/ and its documentation", () => {
  const paths = [...globSync("deploy/**/*.*", { cwd: root }), "deploy/container/Dockerfile", "deploy/caddy/Caddyfile"];
  const seen = [...paths, "docs/operations.md"].flatMap((path) => variablesIn(readDeployed(path)));
  expect(new Set(seen).size).toBeGreaterThan(12);
  expect(seen.filter((name) => !knownVariables.has(name) && !ofTheFiles.includes(name))).toEqual([]);
});

test.each(["embedded", "postgres-s3"])("the service starts with the variables of compose: %s", (name) => {
  const { services } = readYaml<Composed>(`deploy/compose/${name}.yaml`);
  const service = services["threadline"];
  // As in Compose, an unset variable has the default after `:-`. Required variables get a value here.
  const env = Object.fromEntries(
    Object.entries(service?.environment ?? {}).map(([variable, value]) => [
      variable,
      value.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, text) => (kind === "-" ? text : "given")),
    ]),
  );
  const configuration = configure(env);
  expect(configuration).toMatchObject({ production: true, noLogin: false, baseUrl: expect.stringMatching(/^https?:/) });
  expect(configuration.databaseUrl !== undefined).toBe(name === "postgres-s3");
  expect(configuration.filesUrl !== undefined).toBe(name === "postgres-s3");
  expect(Number.parseInt(service?.stop_grace_period ?? "", 10)).toBeGreaterThan(10);
});

test("the image has the workspace's Node version and valid settings", () => {
  const dockerfile = readDeployed("deploy/container/Dockerfile");
  const { catalog } = readYaml<{ readonly catalog: { readonly node: string } }>("pnpm-workspace.yaml");
  const bases = [...dockerfile.matchAll(/^FROM node:(\S+?)-/gm)].map(([, version]) => version);
  expect(bases).toEqual([catalog.node, catalog.node]);
  const env = Object.fromEntries(
    [...dockerfile.matchAll(/\b(THREADLINE_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  expect(configure(env)).toMatchObject({ host: "0.0.0.0", port: 4000, dataDir: "/data", noLogin: false });
});

test("the systemd unit stores data in its state directory", () => {
  const unit = readDeployed("deploy/systemd/threadline.service");
  const folder = /^StateDirectory=(\S+)$/m.exec(unit)?.[1];
  const env = Object.fromEntries(
    [...unit.matchAll(/\b(THREADLINE_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  expect(configure(env).dataDir).toBe(`/var/lib/${folder}`);
});

test("the chart accepts settings, and rejects secrets", () => {
  const { settings: given } = readYaml<{ readonly settings: Readonly<Record<string, unknown>> }>(
    "deploy/helm/threadline/ci/postgres-values.yaml",
  );
  expect(z.fromJSONSchema(createSettingsSchema()).parse(given)).toMatchObject(given);
  const schema = JSON.parse(readDeployed("deploy/helm/threadline/values.schema.json"));
  const refused = schema.properties.settings.not.anyOf.map(({ required }: { required: string[] }) => required[0]);
  const secrets = describeSettings().filter(({ secret }) => secret);
  expect(refused.toSorted()).toEqual([...secrets.map(({ name }) => name), "databaseUrl", "noLogin"].toSorted());
});

test("every documented `threadline` command exists, with its flags", () => {
  const terminal = { env: {}, input: process.stdin, output: process.stdout, notices: process.stderr };
  const program = createProgram(terminal, "0.0.0");
  const find = (parent: Command, name: string | undefined): Command | undefined =>
    parent.commands.find((command) => command.name() === name);
  const text = readDeployed("docs/operations.md") + readDeployed("deploy/helm/threadline/templates/NOTES.txt");
  const lines = [
    ...text.matchAll(/\bthreadline ((?:serve|doctor|backup|export|import|key|account|project|migrate-data)\b[^`\n]*)/g),
  ];
  expect(lines.length).toBeGreaterThan(5);
  for (const [line, words = ""] of lines) {
    const [name, second] = words.split(/\s+/);
    const outer = find(program, name);
    const command = (outer && find(outer, second)) ?? outer;
    const known = command?.options.map(({ long }) => long) ?? [];
    const unknown = (words.match(/--[a-z-]+/g) ?? []).filter((flag) => !known.includes(flag));
    expect([line, unknown]).toEqual([line, []]);
  }
  const tuned = [...text.matchAll(/^\| (`--.*?) +\|/gm)].flatMap(([, cell = ""]) => cell.match(/--[a-z-]+/g) ?? []);
  const flags = find(program, "serve")?.options.map(({ long }) => long);
  expect(tuned.length).toBeGreaterThan(8);
  expect(flags).toEqual(expect.arrayContaining(tuned));
});
