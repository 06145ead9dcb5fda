/**
 * Packs a release to `packed/`: a tarball and a bill of materials for each package, and their hashes. Each packed
 * package.json contains the URL of the given repository, which the registry requires for provenance.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pnpmCommand } from "./pnpm-command.ts";
import { publishedPackages, root } from "./published-packages.ts";

const [repository = "", trial = ""] = process.argv.slice(2);
if (!/^https:\/\/[\w.-]+(\/[\w.-]+){2}$/.test(repository)) {
  throw new Error("usage: pack-release https://host/owner/name [--trial]; --trial also packs unversioned packages");
}
const folder = join(root, "packed");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const [program, ...before] = pnpmCommand();

function pnpm(parameters: string[], cwd = root): void {
  execFileSync(program, [...before, ...parameters], { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

pnpm(["build"]);
for (const { name, folder: place } of await publishedPackages()) {
  const path = join(root, place, "package.json");
  const text = readFileSync(path, "utf8");
  const manifest = JSON.parse(text) as { version: string };
  if (manifest.version === "0.0.0" && trial !== "--trial") {
    throw new Error(`${name} has no version yet: run "pnpm version-packages" first, and commit the result`);
  }
  const where = { type: "git", url: `git+${repository}.git`, directory: place };
  writeFileSync(path, `${JSON.stringify({ ...manifest, repository: where }, null, 2)}\n`);
  try {
    const file = `${name.replace(/^@/u, "").replace("/", "-")}-${manifest.version}.tgz`;
    pnpm(["pack", "--out", join(folder, file)], join(root, place));
  } finally {
    writeFileSync(path, text);
  }
}
pnpm(["bill-of-materials"]);

const hashes = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(tgz|json)$/.test(name))
  .toSorted()
  .map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex")}  ${name}\n`,
  );
writeFileSync(join(folder, "SHA256SUMS"), hashes.join(""));
console.log(hashes.join("").trim());
