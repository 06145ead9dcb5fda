/**
 * Tests a release before it is published: sets the version of all packages, packs them, and then uses only the tarballs
 * like a user.
 *
 * Installs them with npm, pnpm and bun in an empty home folder, loads them by `import` and `require()`, compiles with
 * TypeScript 5.4 and the newest version, starts the service with `npx`, and records the demo. Needs the npm registry.
 * `rehearse-release <folder>` uses the tarballs in that folder.
 */
import { rmSync } from "node:fs";
import { copyFile, chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyWorkingTree, createRunner, ordinaryUser, type Runner } from "./rehearsal/runner.ts";
import { checkService } from "./rehearsal/check-service.ts";
import { consumers } from "./rehearsal/consumers.ts";
import { publishedPackages, root } from "./published-packages.ts";

const folder = await mkdtemp(join(tmpdir(), "threadline-release-"));
// Removes the folder when a signal stops the rehearsal.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
await chmod(folder, 0o755);

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  console.log(`pass  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}

/**
 * Sets the versions in the copy and packs it, as described in docs/releasing.md. Returns the folder of the tarballs.
 */
async function pack(run: Runner): Promise<string> {
  const copy = join(folder, "copy");
  // npx adds pnpm to the path, where changesets and turbo look for it. The runner does not pass on the pnpm of this
  // process.
  const pnpm = ["npx", "-y", "pnpm@12"] as const;
  await step("copy", () => copyWorkingTree(copy));
  await step("install the workspace", () => run(copy, ...pnpm, "install", "--frozen-lockfile"));
  const changesets = async (): Promise<string[]> =>
    (await readdir(join(copy, ".changeset"))).filter((name) => name.endsWith(".md"));
  // If there are no changesets, they were already applied, and the packages have the versions of the release.
  if ((await changesets()).length > 0) await step("changeset version", () => run(copy, ...pnpm, "version-packages"));
  const left = await changesets();
  if (left.length > 0) throw new Error(`changeset version did not apply the changesets ${left.join(", ")}`);
  const repository = "https://example.com/threadline/threadline";
  await step("pack", () => run(copy, ...pnpm, "pack-release", repository));
  return join(copy, "packed");
}

/** Copies the tarballs to a folder that all users can read. Returns their paths by package name. */
async function collect(packed: string): Promise<ReadonlyMap<string, string>> {
  const tarballs = new Map<string, string>();
  for (const { name } of await publishedPackages()) {
    const prefix = `${name.replace(/^@/u, "").replace("/", "-")}-`;
    const file = (await readdir(packed)).find(
      (each) => each.startsWith(prefix) && /^\d.*\.tgz$/.test(each.slice(prefix.length)),
    );
    if (file === undefined) throw new Error(`No tarball of ${name} was packed`);
    if (file === `${prefix}0.0.0.tgz`) throw new Error(`${name} is still 0.0.0; it needs a changeset`);
    await copyFile(join(packed, file), join(folder, file));
    tarballs.set(name, join(folder, file));
    console.log(`      ${file}`);
  }
  return tarballs;
}

async function makeFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await handOver(path);
  return path;
}

async function handOver(path: string): Promise<void> {
  if (ordinaryUser !== null) await chown(path, ordinaryUser, ordinaryUser);
}

/** Copies programs to a folder outside the checkout, because an ordinary user may not be able to read the checkout. */
async function copyPrograms(): Promise<string> {
  const programs = join(folder, "programs");
  await mkdir(programs);
  await copyFile(process.execPath, join(programs, "node"));
  const bun = createRequire(join(root, "apps/runtimes/package.json")).resolve(
    "@oven/bun-linux-x64-baseline/package.json",
  );
  await copyFile(join(bun, "../bin/bun"), join(programs, "bun"));
  await Promise.all(["node", "bun"].map((name) => chmod(join(programs, name), 0o755)));
  return programs;
}

async function compile(run: Runner, project: string): Promise<void> {
  const compilers = { "TypeScript 5.4": "typescript-5.4/bin/tsc", "TypeScript newest": "typescript/bin/tsc" };
  for (const [name, path] of Object.entries(compilers)) {
    for (const [module, resolution] of [
      ["node16", "node16"],
      ["esnext", "bundler"],
    ]) {
      const flags = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", "--skipLibCheck"];
      const compiler = join(root, "node_modules", path);
      await step(`${name}, ${resolution}`, () =>
        run(
          project,
          process.execPath,
          compiler,
          ...flags,
          "--module",
          module ?? "",
          "--moduleResolution",
          resolution ?? "",
          "types.ts",
        ),
      );
    }
  }
}

async function demoDependencies(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(root, "apps/demo/package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.entries(manifest.dependencies).flatMap(([name, version]) =>
    version.startsWith("workspace:") ? [] : [`${name}@${version}`],
  );
}

try {
  const home = await makeFolder("home");
  const own = createRunner({});
  const tarballs = await collect(process.argv[2] ?? (await pack(own)));
  const programs = await copyPrograms();
  const ordinary = createRunner({ home, programs });
  const others = await demoDependencies();
  const install = async (wanted: string): Promise<void> => {
    for (const { name, prepare, install: command, program } of consumers.filter((each) => each.name === wanted)) {
      const project = await makeFolder(name);
      await prepare(project, tarballs);
      for (const file of await readdir(project)) await handOver(join(project, file));
      await step(`install with ${name}`, () => ordinary(project, ...command([...tarballs.values()], others)));
      await step(`import, ${name}`, () => ordinary(project, program, "imports.mjs"));
      await step(`require(), ${name}`, () => ordinary(project, program, "requires.cjs"));
    }
  };
  const tryFromNpm = async (): Promise<void> => {
    await install("npm");
    const project = join(folder, "npm");
    await compile(own, project);
    for (const part of ["src", "assets"]) {
      await cp(join(root, "apps/demo", part), join(project, "demo", part), { recursive: true });
    }
    const output = await step("the demo of the tarballs", () =>
      ordinary(project, "node", "demo/src/start.ts", "--once", "--port", "0", "--data-dir", "demo-data"),
    );
    if (!/See it\s+http/.test(output)) throw new Error(`The demo printed no address:\n${output}`);
  };
  const tryOtherwise = async (): Promise<void> => {
    await install("pnpm");
    await install("bun");
    const service = {
      tarball: tarballs.get("threadline") ?? "",
      cwd: await makeFolder("service"),
      home: await makeFolder("empty-home"),
      programs,
    };
    await step("the service by npx", () => checkService(service));
  };
  // Both functions often wait for the network, so they run at the same time. The folder is removed only after both have
  // ended.
  const outcomes = await Promise.allSettled([tryFromNpm(), tryOtherwise()]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  console.log("\nThe release can be made.");
} catch (error) {
  console.error(`FAIL  ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
