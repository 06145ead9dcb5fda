import { replaceSecrets, secretKinds } from "../accounts/replace-secrets.ts";
import type { SecretKind } from "../accounts/replace-secrets.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";
import { withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

const consequences: Readonly<Record<SecretKind, string>> = {
  sessions:
    "Everyone is signed out. Two-factor authentication stays enabled. The setup link of the first account changes.",
  files: "Existing signed URLs of files and uploads become invalid. The UI requests new ones.",
  links: "Existing share links become invalid. Copy them again in the thread.",
  feedback: "Existing feedback tokens become invalid. Pages need new ones from their application.",
  channels: "Channels keep their URLs, which are encrypted with the new secret.",
  models: "Model connections keep their keys, which are encrypted with the new secret.",
};

/** Replaces the signing secrets of the installation: all, or only the given kinds. */
export async function replaceSigningSecrets(
  flags: DataFlags & { readonly only?: string | undefined },
  terminal: Terminal,
): Promise<void> {
  const kinds = readKinds(flags.only);
  await withStore(flags, terminal, { run: (store) => replaceSecrets(store, kinds) });
  for (const kind of kinds) terminal.notices.write(`${kind}: replaced. ${consequences[kind]}\n`);
  terminal.notices.write("Restart all servers: a running server uses the secrets that it read at startup.\n");
}

function readKinds(only: string | undefined): readonly SecretKind[] {
  if (only === undefined) return secretKinds;
  const named = only.split(",").map((name) => name.trim());
  const unknown = named.filter((name) => !secretKinds.some((kind) => kind === name));
  if (unknown.length > 0)
    throw new CommandError(
      `--only must be a comma-separated list of ${secretKinds.join(", ")}, but it contains "${unknown[0]}".`,
    );
  return secretKinds.filter((kind) => named.includes(kind));
}
