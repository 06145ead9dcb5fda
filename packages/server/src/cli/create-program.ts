import { Command, Option } from "commander";
import { secretKinds } from "../accounts/replace-secrets.ts";
import { scopes } from "../store/permissions.ts";
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
import { doctor } from "./doctor-command.ts";
import { addExamples } from "./command-examples.ts";
import { createKey, listKeys, revokeKey } from "./key-commands.ts";
import { migrateData } from "./migrate/migrate-data.ts";
import { createProject, listProjects } from "./project-commands.ts";
import { projectQuota } from "./quota-command.ts";
import { exportRecords, importRecords } from "./record-commands.ts";
import { projectRetention } from "./retention-command.ts";
import { replaceSigningSecrets } from "./secrets-command.ts";
import { serve } from "./serve-command.ts";
import type { Terminal } from "./terminal.ts";

/** The command line: what can be said, and who does it. */
export function createProgram(terminal: Terminal, version: string): Command {
  const program = new Command("threadline")
    .description("The open, self-hosted home for the records of LLM applications.")
    .version(version)
    .showHelpAfterError("(threadline --help explains)")
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: (text) => terminal.notices.write(text),
    })
    .exitOverride()
    .addHelpText("after", programExamples);

  const serveCommand = program
    .command("serve")
    .description("Start the service. The first start makes the project `default` and a key, shown once.")
    .addHelpText("after", serveExamples);
  withSettings(serveCommand).action((flags) => serve(readSettings(flags), terminal));

  const doctorCommand = program
    .command("doctor")
    .description("Examine a deployment, by the settings that `serve` has; exit code 1 when something is wrong.")
    .option("--deep", "read every page of the database")
    .option("--json", "write the findings as JSON")
    .option("--min-free <size>", "free space that the disk must have", "1GiB")
    .addHelpText("after", doctorExamples);
  withSettings(doctorCommand).action(({ deep, json, minFree, ...flags }) =>
    doctor({ deep, json, minFree, settings: readSettings(flags) }, terminal, version),
  );

  const project = program.command("project").description("Make and list projects. Every record belongs to one.");
  withData(project.command("create <name>").description("Make a project; prints its id.")).action((name, flags) =>
    createProject(name, flags, terminal),
  );
  withData(project.command("list").description("List the projects.")).action((flags) => listProjects(flags, terminal));

  withData(project.command("quota <project>").description("Show what a project takes, and set what it may take."))
    .option(
      "--steps-per-day <number>",
      "steps in a day of UTC; 0 for no limit, `default` for what the service is set to",
    )
    .option("--stored-bytes <size>", "bytes of records and files, such as 10GiB; 0 and `default` as above")
    .addHelpText(
      "after",
      "\nExample:\n  threadline project quota default --steps-per-day 1000000 --stored-bytes 50GiB\n",
    )
    .action((name, flags) => projectQuota(name, flags, terminal));

  withData(project.command("retention <project>").description("Show and set for how many days its records stay."))
    .option("--days <number>", "days, of which the service may keep fewer; `default` for as long as it keeps them")
    .addHelpText("after", "\nExample:\n  threadline project retention staging --days 14\n")
    .action((name, flags) => projectRetention(name, flags, terminal));

  const key = program.command("key").description("Make, list and revoke the API keys of a project.");
  withProject(key.command("create").description("Make a key; prints the secret, once."))
    .requiredOption("--name <name>", "what the key is for")
    .option("--scopes <scopes>", `what it may be used for: ${scopes.join(", ")}`, scopes.join(","))
    .addHelpText(
      "after",
      '\nExample:\n  export THREADLINE_API_KEY="$(threadline key create --name ci --scopes ingest)"\n',
    )
    .action((flags) => createKey(flags, terminal));
  withProject(key.command("list").description("List the keys, by their first and last characters.")).action((flags) =>
    listKeys(flags, terminal),
  );
  withProject(key.command("revoke <id>").description("Refuse a key from now on.")).action((id, flags) =>
    revokeKey(id, flags, terminal),
  );

  const account = program
    .command("account")
    .description("List accounts, and help who forgot a password or lost an authenticator.");
  withData(account.command("list").description("List the accounts with their projects.")).action((flags) =>
    listAccounts(flags, terminal),
  );
  withData(
    account.command("reset-password <email>").description("Give an account a new password; prints it, once."),
  ).action((email, flags) => resetPassword(email, flags, terminal));
  withData(
    account
      .command("change-email <email> <new-email>")
      .description("Give an account another e-mail address, such as when its own passed to another person."),
  ).action((email, to, flags) => changeEmail(email, to, flags, terminal));
  withData(
    account
      .command("reset-second-factor <email>")
      .description("Let an account in by its password alone, for who lost the authenticator; ends its sessions."),
  ).action((email, flags) => resetSecondFactor(email, flags, terminal));
  withData(
    account
      .command("disable <email>")
      .description(
        "Let an account in no more; ends its sessions, and leaves its memberships and API keys as they are.",
      ),
  ).action((email, flags) => setAccountDisabled(email, true, flags, terminal));
  withData(account.command("enable <email>").description("Let a disabled account in again.")).action((email, flags) =>
    setAccountDisabled(email, false, flags, terminal),
  );
  withData(account.command("sign-out [email]").description("End every session of an account, or of all with --all."))
    .option("--all", "of every account")
    .action((email, flags) => {
      if ((email === undefined) !== (flags.all === true)) throw new CommandError("Name an account, or give --all.");
      return signOutAccounts(email, flags, terminal);
    });

  const secrets = program.command("secrets").description("Replace what the installation signs with.");
  withData(
    secrets
      .command("replace")
      .description("Make new secrets; what the old ones signed counts no more. Start the servers anew afterwards."),
  )
    .option("--only <kinds>", `some of ${secretKinds.join(", ")} (default: all)`)
    .action((flags) => replaceSigningSecrets(flags, terminal));

  withProject(program.command("export").description("Write the records of a project as lines of JSON."))
    .option("--output <file>", "a new file (default: standard output)")
    .addHelpText(
      "after",
      "\nExample:\n  threadline export --project default > records.jsonl\n\nUploaded files are not in it; `threadline backup` has them.\n",
    )
    .action((flags) => exportRecords(flags, terminal));
  withProject(
    program.command("import").description("Read exported records into a project; repeating it changes nothing."),
  )
    .option("--input <file>", "an exported file (default: standard input)")
    .addHelpText("after", "\nExample:\n  threadline import --project default < records.jsonl\n")
    .action((flags) => importRecords(flags, terminal));

  withData(program.command("backup <folder>").description("Copy the database and all files to a new folder."))
    .addHelpText(
      "after",
      "\nExamples:\n  threadline backup ./backup-monday\n  threadline serve --data-dir ./backup-monday\n",
    )
    .action((folder, flags) => backup(folder, flags, terminal));
  program
    .command("migrate-data")
    .description("Move projects with all that belongs to them to another store, and compare both.")
    .option("--from <place>", "data folder or PostgreSQL URL; it stays as it is (THREADLINE_MIGRATE_FROM)")
    .option("--to <place>", "data folder or PostgreSQL URL (THREADLINE_MIGRATE_TO)")
    .option(
      "--from-files <place>",
      "where the uploaded files are: a folder, or an S3 bucket (default: in the data folder)",
    )
    .option("--to-files <place>", "where they go: the folder `files` of a data folder, or an S3 bucket")
    .option("--project <project>", "id or name of one project (default: all)")
    .option("--as <name>", "what that project is called at the target (default: as at the source)")
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

/** Adds the settings that may be given on the command line. */
function withSettings(command: Command, isIncluded: (setting: Setting) => boolean = () => true): Command {
  for (const setting of describeSettings()) {
    if (setting.flag !== null && isIncluded(setting)) command.addOption(settingOption(setting));
  }
  return addConfigOption(command);
}

/** The command line reads `--no-login` as the opposite of a flag `--login`. */
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
  return withData(command).option("--project <project>", "id or name of the project", "default");
}

const programExamples = `
Examples:
  threadline serve                              start on http://127.0.0.1:4000
  threadline key create --name laptop           another key
  threadline account list                       who may sign in
  threadline export > records.jsonl             every record of the project \`default\`
  threadline backup ./backup-monday             everything, while it runs
  threadline doctor                             what is wrong with this deployment

Every command but \`serve\` works on the data folder or the database directly, also while servers are using it.
`;

const migrateExamples = `
Examples:
  export THREADLINE_MIGRATE_TO=postgres://threadline:secret@db/threadline
  threadline migrate-data --from ./threadline-data --to-files /shared/threadline/files
  threadline migrate-data --from ./threadline-data --to-files "s3://files/threadline?endpoint=https://s3.example.com"

Stop the servers that write to the source first. A run that was cut off is gone on with by the same command. The exit code
is 1 when source and target differ. Give the target a place of its own for files: where both ends keep them in one, deleting
a project at either end deletes the files of both.
`;

const serveExamples = `
Examples:
  threadline serve
  threadline serve --host 0.0.0.0 --port 8080 --data-dir /var/lib/threadline --production
  THREADLINE_API_KEY=tl_... threadline serve    give the project \`default\` a key of your choice

A flag wins over its variable, and that over the configuration file.
`;

const doctorExamples = `
Examples:
  threadline doctor --data-dir /var/lib/threadline --deep
  THREADLINE_DATABASE_URL=postgres://... threadline doctor --json

Give it the flags, variables and the user of the service. It changes nothing; beside a running service it asks that too.
`;
