import { replaceSecrets, secretKinds } from "../accounts/replace-secrets.ts";
import type { SecretKind } from "../accounts/replace-secrets.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";
import { withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

const consequences: Readonly<Record<SecretKind, string>> = {
  sessions: "Everybody is signed out; second factors stay. The link to the first account is another one.",
  files: "Addresses of files and of uploads that were handed out are refused; the pages ask for new ones.",
  links: "Links to threads that were handed out do not open; copy them anew in the thread.",
};

/** Replaces what the installation signs with, all of it or the kinds that are named. */
export async function replaceSigningSecrets(
  flags: DataFlags & { readonly only?: string | undefined },
  terminal: Terminal,
): Promise<void> {
  const kinds = readKinds(flags.only);
  await withStore(flags, terminal, { run: (store) => replaceSecrets(store, kinds) });
  for (const kind of kinds) terminal.notices.write(`${kind}: replaced. ${consequences[kind]}\n`);
  terminal.notices.write("Start every server anew: one that runs signs by what it read when it started.\n");
}

function readKinds(only: string | undefined): readonly SecretKind[] {
  if (only === undefined) return secretKinds;
  const named = only.split(",").map((name) => name.trim());
  const unknown = named.filter((name) => !secretKinds.some((kind) => kind === name));
  if (unknown.length > 0) throw new CommandError(`--only takes ${secretKinds.join(", ")}, and not "${unknown[0]}".`);
  return secretKinds.filter((kind) => named.includes(kind));
}
