import { join } from "node:path";
import type { Terminal } from "../terminal.ts";
import { editEnvFile, readEnvFile } from "./edit-env-file.ts";
import { editJson, readJsonSettings, type JsonSetting } from "./edit-json.ts";
import { editTomlTable, readTomlTable, toTomlText } from "./edit-toml.ts";
import { readVariable } from "./read-variable.ts";

/** Service and project that a coding agent sends its telemetry to. */
export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** Whether prompts, answers and arguments are sent. */
  readonly sendsContent: boolean;
}

/** A configuration file of a coding agent. `text` is empty if the file does not exist. */
export interface ConfiguredFile {
  readonly path: string;
  connect(text: string, target: Target): string;
  /** Restores the settings that `connect` replaced. `original` is the text of the file before `connect`. */
  disconnect(text: string, original: string): string;
}

export interface CodingAgent {
  readonly title: string;
  /** Content that the agent always sends, whatever {@link Target.sendsContent} is. Null if there is none. */
  readonly alwaysSends: string | null;
  files(env: Terminal["env"], home: string): readonly ConfiguredFile[];
  /** Remaining manual steps. */
  readonly advice: (files: readonly ConfiguredFile[]) => string;
}

export const codingAgents: Readonly<Record<string, CodingAgent>> = {
  "claude-code": {
    title: "Claude Code",
    alwaysSends: null,
    files: (env, home) => [
      jsonFile(join(readVariable(env, "CLAUDE_CONFIG_DIR") ?? join(home, ".claude"), "settings.json"), (target) =>
        Object.entries({
          CLAUDE_CODE_ENABLE_TELEMETRY: "1",
          OTEL_LOGS_EXPORTER: "otlp",
          OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: "http/protobuf",
          OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${target.url}/v1/logs`,
          OTEL_EXPORTER_OTLP_LOGS_HEADERS: `x-api-key=${target.key}`,
          OTEL_LOG_USER_PROMPTS: target.sendsContent ? "1" : undefined,
          OTEL_LOG_ASSISTANT_RESPONSES: target.sendsContent ? undefined : "0",
          OTEL_LOG_TOOL_DETAILS: target.sendsContent ? "1" : undefined,
        }).map(([name, value]) => ({ path: ["env", name], value })),
      ),
    ],
    advice: () => "Restart Claude Code.",
  },
  codex: {
    title: "Codex",
    alwaysSends: "the arguments and the output of its tools",
    files: (env, home) => [
      {
        path: join(readVariable(env, "CODEX_HOME") ?? join(home, ".codex"), "config.toml"),
        connect: (text, { url, key, sendsContent }) =>
          editTomlTable(text, "otel", [
            `log_user_prompt = ${String(sendsContent)}`,
            `exporter = { otlp-http = { endpoint = ${toTomlText(`${url}/v1/logs`)}, protocol = "binary", headers = { x-api-key = ${toTomlText(key)} } } }`,
          ]),
        disconnect: (text, original) => editTomlTable(text, "otel", null, readTomlTable(original, "otel")),
      },
    ],
    advice: () => "Restart Codex.",
  },
  "gemini-cli": {
    title: "Gemini CLI",
    alwaysSends: "the arguments of its tools",
    files: (_env, home) => [
      jsonFile(join(home, ".gemini/settings.json"), ({ url, sendsContent }) =>
        Object.entries({
          enabled: true,
          target: "local",
          otlpEndpoint: url,
          otlpProtocol: "http",
          logPrompts: sendsContent,
        }).map(([name, value]) => ({ path: ["telemetry", name], value })),
      ),
      envFile(join(home, ".gemini/.env"), ({ key }) => ({ OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${key}` })),
    ],
    advice: ([, env]) =>
      `Restart Gemini CLI. In a project with an .env file of its own, ${env?.path ?? ""} is not read: set OTEL_EXPORTER_OTLP_HEADERS there too.`,
  },
  opencode: {
    title: "opencode",
    alwaysSends: "prompts, answers, and the arguments and output of its tools",
    files: (env, home) => {
      const folder = join(readVariable(env, "XDG_CONFIG_HOME") ?? join(home, ".config"), "opencode");
      return [
        jsonFile(join(folder, "opencode.json"), () => [{ path: ["experimental", "openTelemetry"], value: true }]),
        envFile(join(folder, "threadline.env"), ({ url, key }) => ({
          OTEL_EXPORTER_OTLP_ENDPOINT: url,
          OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${key}`,
        })),
      ];
    },
    advice: ([, env]) =>
      `opencode reads its endpoint from the environment only. Start it with:\n  (set -a; . "${env?.path ?? ""}"; opencode)`,
  },
};

function jsonFile(path: string, settings: (target: Target) => readonly JsonSetting[]): ConfiguredFile {
  const paths = settings({ url: "", key: "", sendsContent: true }).map((setting) => setting.path);
  return {
    path,
    connect: (text, target) => editJson(text, settings(target), path),
    disconnect: (text, original) => editJson(text, readJsonSettings(original, paths, path), path),
  };
}

function envFile(path: string, variables: (target: Target) => Readonly<Record<string, string>>): ConfiguredFile {
  const names = Object.keys(variables({ url: "", key: "", sendsContent: true }));
  return {
    path,
    connect: (text, target) =>
      Object.entries(variables(target)).reduce((edited, [name, value]) => editEnvFile(edited, name, value), text),
    disconnect: (text, original) =>
      names.reduce((edited, name) => editEnvFile(edited, name, readEnvFile(original, name)), text),
  };
}
