import { Command, Option } from "commander";
import { secretKinds } from "../accounts/replace-secrets.ts";
import { defaultScopes, scopes } from "../store/permissions.ts";
import { describeSettings } from "../config/describe-setting.ts";
import type { Setting } from "../config/describe-setting.ts";
import { configFile } from "../config/settings.ts";
import { renderFlag } from "../config/settings-table.ts";
import {
  changeEmail,
  listAccounts,
  resetPassword,
  resetSecondFactor,
  setAccountDisabled,
  signOutAccounts,
} from "./account-commands.ts";
import { backup } from "./backup-command.ts";
import { CommandError } from "./command-error.ts";
import { codingAgents } from "./connect/coding-agents.ts";
import { connect } from "./connect/connect-command.ts";
import { doctor } from "./doctor-command.ts";
import { addExamples } from "./command-examples.ts";
import { createKey, listKeys, revokeKey } from "./key-commands.ts";
import { findableKinds } from "./find-kinds.ts";
import { importPlatforms, keyVariables } from "./import-platforms.ts";
import { migrateData } from "./migrate/migrate-data.ts";
import { createProject, listProjects } from "./project-commands.ts";
import { projectQuota } from "./quota-command.ts";
import { exportRecords, importRecords } from "./record-commands.ts";
import { projectRetention } from "./retention-command.ts";
import { replaceSigningSecrets } from "./secrets-command.ts";
import { serve } from "./serve-command.ts";
import type { Terminal } from "./terminal.ts";

export function createProgram(terminal: Terminal, version: string): Command {
  const program = new Command("threadline")
    .description("Open, self-hosted observability for LLM applications.")
    .version(version)
    .showHelpAfterError("(see threadline --help)")
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: (text) => terminal.notices.write(text),
    })
    .exitOverride()
    .addHelpText("after", programExamples);

  const serveCommand = program
    .command("serve")
    .description("Start the service. The first start creates the project `default` and an API key, shown once.")
    .addHelpText("after", serveExamples);
  withSettings(serveCommand).action((flags) => serve(readSettings(flags), terminal));

  const doctorCommand = program
    .command("doctor")
    .description("Check a deployment, with the same settings as `serve`. Exit code 1 if a check fails.")
    .option("--deep", "read every page of the database")
    .option("--json", "print the results as JSON")
    .option("--min-free <size>", "minimum free disk space", "1GiB")
    .addHelpText("after", doctorExamples);
  withSettings(doctorCommand).action(({ deep, json, minFree, ...flags }) =>
    doctor({ deep, json, minFree, settings: readSettings(flags) }, terminal, version),
  );

  const project = program.command("project").description("Create and list projects. Every record belongs to one.");
  withData(project.command("create <name>").description("Create a project. Prints its ID.")).action((name, flags) =>
    createProject(name, flags, terminal),
  );
  withData(project.command("list").description("List projects.")).action((flags) => listProjects(flags, terminal));

  withData(project.command("quota <project>").description("Show usage of a project and set its quotas."))
    .option("--steps-per-day <number>", "steps per UTC day; 0 for no limit, `default` for the setting of the service")
    .option(
      "--stored-bytes <size>",
      "total size of records and files, such as 10GiB; 0 for no limit, `default` for the setting of the service",
    )
    .addHelpText(
      "after",
      "\nExample:\n  threadline project quota default --steps-per-day 1000000 --stored-bytes 50GiB\n",
    )
    .action((name, flags) => projectQuota(name, flags, terminal));

  withData(project.command("retention <project>").description("Show and set the retention of a project."))
    .option(
      "--days <number>",
      "retention in days, or `default` for the retention of the service, which takes precedence if it is shorter",
    )
    .addHelpText("after", "\nExample:\n  threadline project retention staging --days 14\n")
    .action((name, flags) => projectRetention(name, flags, terminal));

  const key = program.command("key").description("Create, list and revoke API keys of a project.");
  withProject(key.command("create").description("Create a key. Prints the secret once."))
    .requiredOption("--name <name>", "name of the key")
    .option("--scopes <scopes>", `comma-separated scopes: ${scopes.join(", ")}`, defaultScopes.join(","))
    .option("--origins <origins>", "comma-separated origins of the pages that may use a key with the scope browser")
    .option("--expires-days <days>", "days after which the key is rejected (default: never)")
    .addHelpText(
      "after",
      '\nExample:\n  export THREADLINE_API_KEY="$(threadline key create --name ci --scopes ingest)"\n',
    )
    .action((flags) => createKey(flags, terminal));
  withProject(key.command("list").description("List keys, with their first and last characters.")).action((flags) =>
    listKeys(flags, terminal),
  );
  withProject(key.command("revoke <id>").description("Revoke a key.")).action((id, flags) =>
    revokeKey(id, flags, terminal),
  );

  const account = program
    .command("account")
    .description("List accounts, reset passwords and two-factor authentication, and disable accounts.");
  withData(account.command("list").description("List accounts and their projects.")).action((flags) =>
    listAccounts(flags, terminal),
  );
  withData(account.command("reset-password <email>").description("Set a new random password. Prints it once.")).action(
    (email, flags) => resetPassword(email, flags, terminal),
  );
  withData(account.command("change-email <email> <new-email>").description("Change the email of an account.")).action(
    (email, to, flags) => changeEmail(email, to, flags, terminal),
  );
  withData(
    account
      .command("reset-second-factor <email>")
      .description(
        "Disable two-factor authentication of an account, after a lost authenticator. Revokes its sessions.",
      ),
  ).action((email, flags) => resetSecondFactor(email, flags, terminal));
  withData(
    account
      .command("disable <email>")
      .description("Disable an account and revoke its sessions. Its memberships and API keys stay."),
  ).action((email, flags) => setAccountDisabled(email, true, flags, terminal));
  withData(account.command("enable <email>").description("Enable a disabled account.")).action((email, flags) =>
    setAccountDisabled(email, false, flags, terminal),
  );
  withData(
    account
      .command("sign-out [email]")
      .description("Revoke all sessions of an account, or of all accounts with --all."),
  )
    .option("--all", "all accounts")
    .action((email, flags) => {
      if ((email === undefined) !== (flags.all === true)) throw new CommandError("Specify either an account or --all.");
      return signOutAccounts(email, flags, terminal);
    });

  const secrets = program.command("secrets").description("Replace signing secrets.");
  withData(
    secrets
      .command("replace")
      .description(
        "Create new signing secrets. Everything signed with the old ones becomes invalid. Restart all servers afterwards.",
      ),
  )
    .option("--only <kinds>", `comma-separated kinds: ${secretKinds.join(", ")} (default: all)`)
    .action((flags) => replaceSigningSecrets(flags, terminal));

  withProject(program.command("export").description("Export the records of a project as JSON Lines."))
    .option("--output <file>", "file to create (default: standard output)")
    .addHelpText(
      "after",
      "\nExample:\n  threadline export --project default > records.jsonl\n\nUploaded files are not included; use `threadline backup` for them.\n",
    )
    .action((flags) => exportRecords(flags, terminal));
  withProject(
    program
      .command("import [files-or-url...]")
      .description(
        "Import exported records into a project, or with --from those of another platform. Importing again changes nothing.",
      ),
  )
    .option("--input <file>", "exported file (default: standard input)")
    .option("--from <platform>", `import from another platform, through the API: ${importPlatforms.join(", ")}`)
    .option("--url <url>", "with --from: URL of the service to import into (THREADLINE_URL)")
    .option("--source-project <name>", "with --from: project at the source (default: all, or the only one)")
    .option("--dry-run", "with --from: count what would be imported")
    .option("--yes", "with --from: import without confirmation")
    .option("--state <file>", "with --from: file with the position, to continue an interrupted import")
    .option("--rate <number>", "with --from: maximum requests per second to the source", "10")
    .addHelpText("after", importExamples)
    .action(async (places: readonly string[], { from, ...flags }) => {
      if (from !== undefined) {
        const { importFrom } = await import("./import/import-command.ts");
        return importFrom(places, { ...flags, from }, terminal);
      }
      if (places.length > 0)
        throw new CommandError(
          "To import a file exported from Threadline, set --input. To import from another platform, set --from.",
        );
      return importRecords(flags, terminal);
    });

  program
    .command("find <kind> [query]")
    .description(`Print the newest records that match a query: ${findableKinds.join(", ")}.`)
    .option("--url <url>", "URL of the service (default: http://127.0.0.1:4000; THREADLINE_URL)")
    .option("--limit <number>", "maximum number of records", "20")
    .option("--json", "print each record as one line of JSON")
    .addHelpText("after", findExamples)
    .action(async (kind: string, query: string | undefined, flags) => {
      const { find } = await import("./find-command.ts");
      return find(kind, query ?? "", flags, terminal);
    });

  const dataset = program.command("dataset").description("Import and export the items of a dataset as files.");
  const service = "URL of the service (default: http://127.0.0.1:4000; THREADLINE_URL)";
  dataset
    .command("import <file>")
    .description("Add the items of a CSV, JSONL or Parquet file to a dataset.")
    .requiredOption("--dataset <name>", "name or id of the dataset")
    .option("--create", "create the dataset if it does not exist")
    .option(
      "--column <column=target>",
      "target of a column, such as question=input.key; may be repeated (default: by its name)",
      (column: string, columns: readonly string[]) => [...columns, column],
      [],
    )
    .option("--replace", "replace stored items with the same ids")
    .option("--dry-run", "only read the file")
    .option("--url <url>", service)
    .addHelpText("after", datasetExamples)
    .action(async (file: string, flags) => {
      const { importDataset } = await import("./dataset-command.ts");
      return importDataset(file, flags, terminal);
    });
  dataset
    .command("export <file>")
    .description("Write the items of a dataset to a new CSV, JSONL or Parquet file.")
    .requiredOption("--dataset <name>", "name or id of the dataset")
    .option("--at <version>", "version of the dataset (default: the latest)")
    .option("--split <name>", "only the items of a split")
    .option("--url <url>", service)
    .addHelpText("after", datasetExamples)
    .action(async (file: string, flags) => {
      const { exportDataset } = await import("./dataset-command.ts");
      return exportDataset(file, flags, terminal);
    });

  program
    .command("eval <files...>")
    .description("Run the evaluations that files export, and fail if a gate or a run fails.")
    .option(
      "--gate <condition>",
      "condition on a score, such as `correctness >= 0.8`; may be repeated",
      (gate: string, gates: readonly string[]) => [...gates, gate],
      [],
    )
    .option("--measured-judges", "fail gates on scores of model judges without enough recent human labels")
    .option("--baseline <experiment>", "id or name of the experiment to compare with; `{name}`: name of the evaluation")
    .option("--name <name>", "name of the experiments; `{name}`: name of the evaluation (default: the same)")
    .option("--max-failures <number>", "maximum number of runs whose task or scorer may fail", "0")
    .option("--repeats <number>", "runs of each item (default: that of the evaluation)")
    .option("--concurrency <number>", "maximum number of concurrent tasks (default: that of the evaluation)")
    .option("--resume", "continue incomplete experiments with the same names and settings")
    .option("--junit <file>", "write a JUnit report")
    .option("--markdown <file>", "write a Markdown report, such as for a pull request")
    .option("--json <file>", "write all results as JSON")
    .addHelpText("after", evalExamples)
    .action(async (files: readonly string[], flags) => {
      const { evaluateFiles } = await import("./eval/eval-command.ts");
      return evaluateFiles(files, flags, terminal);
    });

  program
    .command("connect <program>")
    .description(
      `Send the sessions of a coding agent to a project, through its OpenTelemetry export: ${Object.keys(codingAgents).join(", ")}.`,
    )
    .option("--url <url>", "URL of the service (default: http://127.0.0.1:4000; THREADLINE_URL)")
    .option("--key <key>", "API key with the scope `ingest` (THREADLINE_API_KEY)")
    .option("--content", "also send prompts, answers and tool arguments")
    .option("--yes", "change the files without confirmation")
    .option("--no-check", "do not check whether the service accepts the key")
    .option("--undo", "restore the previous settings")
    .addHelpText("after", connectExamples)
    .action((name, flags) => connect(name, flags, terminal));
  withData(program.command("backup <folder>").description("Copy the database and all files to a new folder."))
    .addHelpText(
      "after",
      "\nExamples:\n  threadline backup ./backup-monday\n  threadline serve --data-dir ./backup-monday\n",
    )
    .action((folder, flags) => backup(folder, flags, terminal));
  program
    .command("migrate-data")
    .description("Copy projects with all their data to another store, and compare both.")
    .option("--from <place>", "data folder or PostgreSQL URL; is not changed (THREADLINE_MIGRATE_FROM)")
    .option("--to <place>", "data folder or PostgreSQL URL (THREADLINE_MIGRATE_TO)")
    .option("--from-files <place>", "source of uploaded files: a folder or an S3 bucket (default: in the data folder)")
    .option("--to-files <place>", "target of uploaded files: the folder `files` of a data folder, or an S3 bucket")
    .option("--project <project>", "ID or name of one project (default: all)")
    .option("--as <name>", "name of that project at the target (default: the same)")
    .addHelpText("after", migrateExamples)
    .action((flags) => migrateData(flags, terminal));
  addExamples(program);
  return program;
}

function settingOption(setting: Setting): Option {
  const { description, unit, type, defaultText, variable } = setting;
  const values = type.type === "choice" ? `: ${type.choices.join(", ")}` : "";
  const details = [...(unit === null ? [] : [unit]), `default: ${defaultText}`, variable].join("; ");
  return new Option(renderFlag(setting), `${description}${values} (${details})`);
}

function withSettings(command: Command, isIncluded: (setting: Setting) => boolean = () => true): Command {
  for (const setting of describeSettings()) {
    if (setting.flag !== null && isIncluded(setting)) command.addOption(settingOption(setting));
  }
  return addConfigOption(command);
}

/** Reads the flags of a command. Commander interprets `--no-login` as the negation of `--login`. */
function readSettings({ login, ...flags }: Record<string, unknown>): Record<string, unknown> {
  return { ...flags, noLogin: login === false ? true : undefined };
}

function addConfigOption(command: Command): Command {
  return command.option(`${configFile.flag} <file>`, `${configFile.description} (${configFile.variable})`);
}

function withData(command: Command): Command {
  return withSettings(command, ({ everyCommand }) => everyCommand);
}

function withProject(command: Command): Command {
  return withData(command).option("--project <project>", "ID or name of the project", "default");
}

const connectExamples = `
Examples:
  threadline connect claude-code --content
  threadline connect codex --content --url https://threadline.example.com
  threadline connect claude-code --undo

Shows the change of each file and asks for confirmation. The first change creates a backup (*.before-threadline).
`;

const programExamples = `
Examples:
  threadline serve                              start on http://127.0.0.1:4000
  threadline key create --name laptop           create another key
  threadline account list                       list the accounts
  threadline export > records.jsonl             export the records of the project \`default\`
  threadline backup ./backup-monday             back up everything, while the service runs
  threadline doctor                             check this deployment

The commands \`find\`, \`dataset\`, \`eval\`, \`connect\` and \`import --from\` use the API of a running service. All others
except \`serve\` use the data folder or the database directly, also while servers are running.
`;

const importExamples = `
Examples:
  threadline import --project default < records.jsonl
  threadline import --from langfuse https://cloud.langfuse.com
  threadline import --from langsmith runs.jsonl --dry-run

With --from, set THREADLINE_API_KEY to a key of the target project, and the key of the other platform in its variables:
${Object.entries(keyVariables)
  .map(([platform, variables]) => `  ${platform.padEnd(12)}${variables}`)
  .join("\n")}
Repeat the command to continue an interrupted import.
`;

const findExamples = `
Examples:
  threadline find steps 'model:gpt-4o latency:>2s -tag:test "refund"'
  threadline find threads has:error --json --limit 1000

Set THREADLINE_API_KEY to a key of the project. The query language is that of the search box in the UI.
`;

const datasetExamples = `
Examples:
  threadline dataset import capitals.csv --dataset capitals --create --column answer=expectedOutput
  threadline dataset export capitals.parquet --dataset capitals --at 3 --split test

Set THREADLINE_API_KEY to a key of the project with the scopes read and write.
`;

const evalExamples = `
Examples:
  threadline eval 'src/**/*.eval.ts' --gate "correctness >= 0.8"
  threadline eval src/answers.eval.ts --name "{name} (branch)" --baseline "{name} (main)" --gate "correctness drop lower <= 0"

A gate is \`<score> [average|rate|drop] [lower|upper] <operator> <number>\`. The rate is the share of runs with a score of 1
or more. The drop is the baseline's average minus the average. The words lower and upper select an end of the 95 %
interval. A gate fails if its score is missing. It warns if a model without enough recent human labels created its score,
or if a judge of the same score drifts. With --measured-judges, it fails without enough labels. The files use
THREADLINE_URL and THREADLINE_API_KEY.
`;

const migrateExamples = `
Examples:
  export THREADLINE_MIGRATE_TO=postgres://threadline:secret@db/threadline
  threadline migrate-data --from ./threadline-data --to-files /shared/threadline/files
  threadline migrate-data --from ./threadline-data --to-files "s3://files/threadline?endpoint=https://s3.example.com"

Stop the servers that write to the source first. Repeat the command to continue an interrupted copy. The exit code
is 1 when source and target differ. Give the target its own location for files. If both ends share a location, deleting
a project at either end deletes its files at both.
`;

const serveExamples = `
Examples:
  threadline serve
  threadline serve --host 0.0.0.0 --port 8080 --data-dir /var/lib/threadline --production
  THREADLINE_API_KEY=tl_... threadline serve    use your own key for the project \`default\`

A flag overrides its variable, and a variable overrides the configuration file.
`;

const doctorExamples = `
Examples:
  threadline doctor --data-dir /var/lib/threadline --deep
  THREADLINE_DATABASE_URL=postgres://... threadline doctor --json

Run it with the flags, variables and user of the service. It changes nothing. It also sends requests to a running service.
`;
