import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeThirdParty } from "./third-party.ts";

test("the packages bundled in a build are named once, with their notices; others are not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-third-party-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const packages = [
    [".pnpm/a@1/node_modules/a", { name: "a", version: "1.0.0", license: "MIT" }],
    [".pnpm/b@2/node_modules/@b/b", { name: "@b/b", version: "2.0.0", license: "ISC" }],
    [".pnpm/c@3/node_modules/c", { name: "c", version: "3.0.0", license: "MIT" }],
  ] as const;
  for (const [place, manifest] of packages) {
    await mkdir(join(folder, "node_modules", place), { recursive: true });
    await writeFile(join(folder, "node_modules", place, "package.json"), JSON.stringify(manifest));
  }
  await writeFile(join(folder, "node_modules/.pnpm/a@1/node_modules/a/LICENSE.md"), "Copyright of A");
  const inputs = {
    "src/index.ts": { bytesInOutput: 10 },
    "node_modules/.pnpm/a@1/node_modules/a/index.js": { bytesInOutput: 10 },
    "node_modules/.pnpm/a@1/node_modules/a/more/index.js": { bytesInOutput: 5 },
    "node_modules/.pnpm/b@2/node_modules/@b/b/index.js": { bytesInOutput: 1 },
    "node_modules/.pnpm/c@3/node_modules/c/index.js": { bytesInOutput: 0 },
  };
  await mkdir(join(folder, "dist"));
  await writeFile(join(folder, "dist/metafile-esm.json"), JSON.stringify({ outputs: { "dist/index.js": { inputs } } }));
  await writeThirdParty([{ name: "ui", version: "4.0.0", licence: "0BSD", notice: "Copyright of UI" }], folder);

  const list = JSON.parse(await readFile(join(folder, "dist/third-party.json"), "utf8"));
  expect(list).toEqual([
    { name: "@b/b", version: "2.0.0", licence: "ISC" },
    { name: "a", version: "1.0.0", licence: "MIT" },
    { name: "ui", version: "4.0.0", licence: "0BSD" },
  ]);
  const notices = await readFile(join(folder, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  expect(notices).toContain("a 1.0.0 (MIT)\n\nCopyright of A\n");
  expect(notices).toContain("Copyright of UI");
  expect(notices).toContain("License: ISC (no notice included).");
  await expect(readFile(join(folder, "dist/metafile-esm.json"))).rejects.toThrow("ENOENT");
});
