/**
 * Lists the packages that are bundled into a build. Writes names, versions and licenses to `dist/third-party.json`, and
 * notices to `dist/THIRD-PARTY-LICENSES.txt`.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** License as an SPDX expression. */
  readonly licence: string;
  /** Content of the package's license and notice files. */
  readonly notice: string;
}

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

async function readBundled(metafile: Metafile, folder: string): Promise<ThirdParty[]> {
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  return Promise.all([...folders].map((path) => readThirdParty(join(folder, path))));
}

export async function readThirdParty(folder: string): Promise<ThirdParty> {
  const { name, version, license = "none" } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const notice = texts.map((text) => text.trim()).join("\n\n") || `License: ${license} (no notice included).`;
  return { name, version, licence: license, notice };
}

/** Writes the lists. Call it after tsup has built with `metafile: true`. Deletes the metafile. */
export async function writeThirdParty(
  others: readonly ThirdParty[] = [],
  folder: string = process.cwd(),
): Promise<void> {
  const metafile = join(folder, "dist/metafile-esm.json");
  const bundled = await readBundled(JSON.parse(await readFile(metafile, "utf8")) as Metafile, folder);
  await rm(metafile);
  const all = new Map([...bundled, ...others].map((each) => [`${each.name} ${each.version}`, each]));
  const sorted = [...all].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const list = sorted.map(([, { name, version, licence }]) => ({ name, version, licence }));
  await writeFile(join(folder, "dist/third-party.json"), `${JSON.stringify(list, null, 2)}\n`);
  const notices = sorted.map(
    ([title, { licence, notice }]) => `${"-".repeat(80)}\n${title} (${licence})\n\n${notice}\n`,
  );
  const head = "The files next to this one contain parts of these packages, under their licenses.\n";
  await writeFile(join(folder, "dist/THIRD-PARTY-LICENSES.txt"), [head, ...notices].join("\n"));
}
