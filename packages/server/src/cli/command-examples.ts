import type { Command } from "commander";

/** Examples for commands whose help has no other text. A test requires an example for every command. */
const examples: Readonly<Record<string, string>> = {
  project: "threadline project create support",
  dataset: "threadline dataset import capitals.csv --dataset capitals --create",
  "project create": 'threadline project create "Customer support"',
  "project list": "threadline project list --data-dir /var/lib/threadline",
  key: "threadline key create --name ci --scopes ingest",
  "key list": "threadline key list --project support",
  "key revoke": "threadline key revoke 0199b3c5-7a2e-7000-8000-000000000000 --project support",
  account: "threadline account list",
  "account list": "threadline account list --database-url postgres://threadline@db/threadline",
  "account reset-password": "threadline account reset-password ada@example.com",
  "account change-email": "threadline account change-email ada@example.com ada.lovelace@example.com",
  "account reset-second-factor": "threadline account reset-second-factor ada@example.com",
  "account disable": "threadline account disable ada@example.com",
  "account enable": "threadline account enable ada@example.com",
  secrets: "threadline secrets replace",
  "secrets replace": "threadline secrets replace --only sessions",
  "account sign-out": "threadline account sign-out ada@example.com",
};

/** Adds an example to the help of each subcommand of `command`. Error messages of a subcommand refer to its help. */
export function addExamples(command: Command, path: readonly string[] = []): void {
  for (const below of command.commands) {
    const names = [...path, below.name()];
    below.showHelpAfterError(`(see threadline ${names.join(" ")} --help)`);
    const example = examples[names.join(" ")];
    if (example !== undefined) below.addHelpText("after", `\nExample:\n  ${example}\n`);
    addExamples(below, names);
  }
}
