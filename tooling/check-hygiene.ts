/** Checks that committed files contain no absolute paths, registry hosts, secrets, disabled tests, and the like. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./published-packages.ts";

interface Rule {
  name: string;
  pattern: RegExp;
  files: RegExp;
}

const text = /\.(ts|tsx|js|json|jsonc|yaml|yml|md|graphql|sql|sh|css|html|toml)$|(^|\/)(run|LICENSE|Dockerfile)$/u;
const rules: Rule[] = [
  {
    name: "a path that only exists on one machine",
    pattern: /(?<![\w.*}])\/(work|root|tmp|Users\/\w+)\//u,
    files: text,
  },
  { name: "a registry host", pattern: /https?:\/\/[\w.-]*(registry|artifactory|nexus|verdaccio)[\w.-]*/u, files: text },
  {
    name: "a secret",
    pattern: /\b(sk-[\w-]{20,}|AKIA[A-Z\d]{16}|gh[pousr]_\w{30,}|npm_\w{30,})|-----BEGIN [A-Z ]*PRIVATE KEY/u,
    files: text,
  },
  {
    name: "a disabled or exclusive test (`needs` skips a test that the machine cannot run)",
    pattern: /\b(describe|test|it|suite)\.(only|skip|todo|skipIf|runIf)\b/u,
    files: /\.test\.ts$/u,
  },
  {
    name: "a locator that matches a part of a control's name (a short name needs `exact: true`)",
    pattern:
      /getByRole\("(button|link|menuitem|tab|option|checkbox|combobox|textbox)", \{ name(: ("[^"]{0,5}"|[\w.]+))? \}\)/u,
    files: /^apps\/web\/test\//u,
  },
  {
    name: "a command that runs turbo with telemetry (set `TURBO_TELEMETRY_DISABLED=1`)",
    pattern: /(?<!TURBO_TELEMETRY_DISABLED=1 (npx -y pnpm@12 exec )?)\bturbo run\b/u,
    files: /(^|\/)(package\.json|Dockerfile|run)$|\.ya?ml$/u,
  },
  {
    name: "an `instanceof` test that is false for values of `fetch`, because the HTTP adapter replaces the class",
    pattern: /\binstanceof (Request|Response)\b/u,
    files: /^packages\/server\/src\//u,
  },
  {
    name: "a comment line of more than 120 characters, which the formatter does not wrap",
    pattern: /^(?=.{121})\s*(\/\*\*|\*|\/\/)(?!.*(https?:|oxlint-disable|\$\{))/u,
    files: /^(?!.*(\/generated\/|api\.d\.ts$)).*\.tsx?$/u,
  },
  {
    name: "the title of a decision record without a number (such as `# 0100. `)",
    pattern: /^# (?!\d{4}\. )/u,
    files: /^docs\/decisions\/\d/u,
  },
];

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
for (const path of listed.split("\0").filter((name) => text.test(name) && name !== "tooling/check-hygiene.ts")) {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  for (const { name, pattern } of rules.filter((rule) => rule.files.test(path))) {
    lines.forEach((line, index) => {
      if (!pattern.test(line)) return;
      console.error(`${path}:${index + 1} contains ${name}: ${line.trim().slice(0, 120)}`);
      process.exitCode = 1;
    });
  }
}
