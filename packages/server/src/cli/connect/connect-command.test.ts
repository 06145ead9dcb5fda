import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { connect, type ConnectFlags } from "./connect-command.ts";

const key = "tl_0123456789abcdef";
const target = { url: "http://127.0.0.1:4000/", key };

async function createHome(
  files: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
) {
  const home = await mkdtemp(join(tmpdir(), "threadline-connect-"));
  onTestFinished(() => rm(home, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  return {
    home,
    read: (path: string) => readFile(join(home, path), "utf8"),
    all: async () =>
      (await readdir(home, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    async run(name: string, flags: ConnectFlags, answer?: string) {
      const [input, output, notices] = [new PassThrough(), new PassThrough(), new PassThrough()];
      if (answer !== undefined) input.end(`${answer}\n`);
      const tty = Object.assign(input, { isTTY: answer !== undefined });
      // Skips the check of the key, because no service runs here. `test/connect.test.ts` tests this check.
      await connect(
        name,
        { check: false, ...flags },
        { env: { HOME: home, ...variables }, input: tty, output, notices },
      );
      return { output: String(output.read() ?? ""), notices: String(notices.read() ?? "") };
    },
  };
}

const settings: Readonly<Record<string, { readonly path: string; readonly text: string }>> = {
  "claude-code": {
    path: ".claude/settings.json",
    text: '{\n\t"model": "opus",\n\t"env": {\n\t\t"OTEL_LOGS_EXPORTER": "console",\n\t\t"MINE": "1"\n\t}\n}\n',
  },
  codex: {
    path: ".codex/config.toml",
    text: '# mine\nmodel = "gpt-5"\n\n[otel]\nenvironment = "dev"\n\n[otel.trace_exporter]\nx = 1\n\n[mcp_servers.files]\ncommand = "files"\n',
  },
  "gemini-cli": {
    path: ".gemini/settings.json",
    text: '{\n  "telemetry": {\n    "enabled": false,\n    "outfile": "log"\n  },\n  "theme": "Dark"\n}\n',
  },
  opencode: { path: ".config/opencode/opencode.json", text: '{\n  "theme": "dark"\n}\n' },
};

test.each(Object.entries(settings))("%s is connected, connected again, and undone", async (name, { path, text }) => {
  const { all, read, run } = await createHome({ [path]: text });
  const { output } = await run(name, { ...target, content: true, yes: true });
  expect(output).toContain(path);
  expect(output).not.toContain(key);
  const connected = await read(path);
  expect(connected).not.toBe(text);
  expect(await read(`${path}.before-threadline`)).toBe(text);
  expect((await run(name, { ...target, content: true, yes: true })).notices).toContain("already connected");
  expect(await read(path)).toBe(connected);
  // Connecting with another key keeps the first backup.
  await run(name, { ...target, key: "tl_other", content: true, yes: true });
  expect(await read(`${path}.before-threadline`)).toBe(text);
  await run(name, { undo: true, yes: true });
  const undone = await read(path);
  expect(undone).toBe(text);
  expect(await all()).toStrictEqual([path.slice(path.lastIndexOf("/") + 1)]);
  expect((await run(name, { undo: true, yes: true })).notices).toContain("is not connected");
  expect(await read(path)).toBe(undone);
});

test.each(Object.keys(settings))("%s without configuration gets one, which undo removes", async (name) => {
  const { all, run } = await createHome();
  await run(name, { ...target, content: true, yes: true });
  expect((await all()).length).toBeGreaterThan(0);
  await run(name, { ...target, key: "tl_other", content: true, yes: true });
  await run(name, { undo: true, yes: true });
  expect(await all()).toStrictEqual([]);
});

// Existing settings files in different formats: CRLF, no trailing line break, a byte order mark, values on one line,
// and user settings between those of `connect`.
const formats: readonly (readonly [name: string, path: string, text: string])[] = [
  [
    "claude-code",
    ".claude/settings.json",
    '{\r\n\t"model": "opus",\r\n\t"env": {"A": "1", "OTEL_LOGS_EXPORTER": "x"}\r\n}',
  ],
  ["claude-code", ".claude/settings.json", '{"env":{"OTEL_LOG_USER_PROMPTS":"1","A":"1"},"model":"opus"}'],
  ["claude-code", ".claude/settings.json", "{}"],
  ["claude-code", ".claude/settings.json", '{ "env": {} }\n'],
  ["codex", ".codex/config.toml", '# mine\r\nmodel = "o3"\r\n\r\n[tools]\r\nweb = true'],
  ["codex", ".codex/config.toml", 'model = "o3"\n\n[otel]\nenvironment = "dev"\n\n[tools]\nweb = true'],
  ["codex", ".codex/config.toml", '\n\n[otel]\nenvironment = "dev"'],
  ["gemini-cli", ".gemini/settings.json", '\uFEFF{\n    "telemetry": {"enabled": false},\n    "theme": "Dark"\n}\n\n'],
  ["gemini-cli", ".gemini/.env", "GEMINI_API_KEY=abc\r\nOTEL_EXPORTER_OTLP_HEADERS=a=b"],
  ["gemini-cli", ".gemini/.env", "OTEL_EXPORTER_OTLP_HEADERS=a=b\nGEMINI_API_KEY=abc"],
  ["opencode", ".config/opencode/opencode.json", '{"$schema":"https://opencode.ai/config.json","provider":{}}'],
];

test.each(formats)("%s: undo restores every byte of %s: %j", async (name, path, text) => {
  const { all, read, run } = await createHome({ [path]: text });
  await run(name, { ...target, content: true, yes: true });
  if (name === "claude-code") await run(name, { ...target, content: false, yes: true });
  await run(name, { ...target, key: "tl_other", content: true, yes: true });
  await run(name, { undo: true, yes: true });
  expect(await read(path)).toBe(text);
  expect(await all()).toHaveLength(1);
});

test.each(formats)("%s: undo keeps what the user added to %s: %j", async (name, path, text) => {
  const { home, read, run } = await createHome({ [path]: text });
  await run(name, { ...target, content: true, yes: true });
  const connected = await read(path);
  const added = path.endsWith(".json") ? connected.replace("{", '{"added":1,') : `ADDED=1\n${connected}`;
  await writeFile(join(home, path), added);
  await run(name, { undo: true, yes: true });
  expect(await read(path)).toMatch(/added/iu);
  expect(await read(path)).not.toContain(key);
});

test("empty variables count as not set", async () => {
  const empty = { CLAUDE_CONFIG_DIR: "", CODEX_HOME: "", XDG_CONFIG_HOME: "", THREADLINE_URL: "" };
  const { home, run } = await createHome({}, empty);
  for (const name of Object.keys(settings)) {
    expect((await run(name, { key, content: true, yes: true })).output).toContain(`${home}/.`);
  }
});

test("the written settings are those that the programs read", async () => {
  const { home, read, run } = await createHome(
    Object.fromEntries(Object.values(settings).map(({ path, text }) => [path, text])),
  );
  for (const name of Object.keys(settings)) await run(name, { ...target, content: true, yes: true });
  expect(JSON.parse(await read(".claude/settings.json"))).toStrictEqual({
    model: "opus",
    env: {
      MINE: "1",
      CLAUDE_CODE_ENABLE_TELEMETRY: "1",
      OTEL_LOGS_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: "http/protobuf",
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "http://127.0.0.1:4000/v1/logs",
      OTEL_EXPORTER_OTLP_LOGS_HEADERS: `x-api-key=${key}`,
      OTEL_LOG_USER_PROMPTS: "1",
      OTEL_LOG_TOOL_DETAILS: "1",
    },
  });
  const exporter = `{ otlp-http = { endpoint = "http://127.0.0.1:4000/v1/logs", protocol = "binary", headers = { x-api-key = "${key}" } } }`;
  expect(await read(".codex/config.toml")).toBe(
    [
      '# mine\nmodel = "gpt-5"\n\n[mcp_servers.files]\ncommand = "files"\n',
      "# >>> threadline connect\n[otel]\nlog_user_prompt = true",
      `exporter = ${exporter}\n# <<< threadline connect\n`,
    ].join("\n"),
  );
  expect(JSON.parse(await read(".gemini/settings.json"))).toStrictEqual({
    theme: "Dark",
    telemetry: {
      enabled: true,
      outfile: "log",
      target: "local",
      otlpEndpoint: "http://127.0.0.1:4000",
      otlpProtocol: "http",
      logPrompts: true,
    },
  });
  expect(await read(".gemini/.env")).toBe(`OTEL_EXPORTER_OTLP_HEADERS=x-api-key=${key}\n`);
  expect(JSON.parse(await read(".config/opencode/opencode.json"))).toStrictEqual({
    theme: "dark",
    experimental: { openTelemetry: true },
  });
  expect((await stat(join(home, ".gemini/.env"))).mode & 0o777).toBe(0o600);
});

test("without --content, no content is sent, and a program that always sends some is not connected", async () => {
  const { all, read, run } = await createHome({ ".claude/settings.json": '{"env":{"OTEL_LOG_USER_PROMPTS":"1"}}' });
  await run("claude-code", { ...target, yes: true });
  expect(await read(".claude/settings.json")).not.toMatch(/OTEL_LOG_USER_PROMPTS|OTEL_LOG_TOOL_DETAILS/u);
  for (const name of ["codex", "gemini-cli", "opencode"]) {
    await expect(run(name, { ...target, yes: true })).rejects.toThrow("Add --content");
  }
  expect(await all()).toHaveLength(2);
});

test("the user is asked, and nothing changes without a yes", async () => {
  const text = '{"model":"opus"}';
  const { all, read, run } = await createHome({ ".claude/settings.json": text });
  await expect(run("claude-code", target)).rejects.toThrow("--yes");
  await run("claude-code", target, "n");
  expect(await read(".claude/settings.json")).toBe(text);
  expect(await all()).toStrictEqual(["settings.json"]);
  await run("claude-code", target, "y");
  expect(await read(".claude/settings.json")).toContain("OTEL_LOGS_EXPORTER");
});

test("undo keeps settings that changed meanwhile, links and file modes", async () => {
  const { home, read, run } = await createHome({ "dotfiles/claude.json": '{"model":"opus"}' });
  await mkdir(join(home, ".claude"));
  await symlink(join(home, "dotfiles/claude.json"), join(home, ".claude/settings.json"));
  await chmod(join(home, "dotfiles/claude.json"), 0o640);
  await run("claude-code", { ...target, yes: true });
  const connected = JSON.parse(await read("dotfiles/claude.json")) as object;
  await writeFile(join(home, "dotfiles/claude.json"), JSON.stringify({ ...connected, theme: "dark" }));
  await run("claude-code", { undo: true, yes: true });
  expect(JSON.parse(await read(".claude/settings.json"))).toStrictEqual({ model: "opus", theme: "dark" });
  expect((await stat(join(home, "dotfiles/claude.json"))).mode & 0o777).toBe(0o640);
});

test.each([
  ["claude-code", '{ // mine\n "model": "opus" }', "not plain JSON"],
  ["claude-code", "[]", "not a JSON object"],
  ["claude-code", '{"env":"PATH"}', '"env"'],
])("a file of %s that cannot be changed safely is not changed: %s", async (name, text, message) => {
  const { read, run } = await createHome({ ".claude/settings.json": text });
  await expect(run(name, { ...target, content: true, yes: true })).rejects.toThrow(message);
  expect(await read(".claude/settings.json")).toBe(text);
});

test.each([
  ["vim", target, "Unknown program"],
  ["__proto__", target, "Unknown program"],
  ["codex", { url: "example.com", key, content: true }, "--url"],
  ["claude-code", { url: "http://127.0.0.1" }, "THREADLINE_API_KEY"],
  ["claude-code", { ...target, key: "a,b=c" }, "characters"],
])("the command connect with the program %s and the flags %j is an error", async (name, flags, message) => {
  const { run } = await createHome();
  await expect(run(name, { ...flags, yes: true })).rejects.toThrow(message);
});

test("keys such as __proto__ in a configuration are plain data", async () => {
  const text = '{"__proto__":{"polluted":"yes"},"env":{"constructor":"x","__proto__":"y"}}';
  const { read, run } = await createHome({ ".claude/settings.json": text });
  await run("claude-code", { ...target, yes: true });
  expect("polluted" in {}).toBe(false);
  await run("claude-code", { undo: true, yes: true });
  expect(JSON.stringify(JSON.parse(await read(".claude/settings.json")))).toBe(text);
});
