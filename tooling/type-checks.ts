/**
 * Type-checks projects with equal compiler options as one program. They import the same sources, so 20 separate
 * programs would check most files again.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

interface ProjectConfig {
  readonly extends: string;
  readonly compilerOptions?: object;
  readonly include: readonly string[];
}

/** Command of `tsc`, and the projects whose files it checks. */
export interface TypeCheck {
  readonly projects: readonly string[];
  /** Path of the configuration, relative to the root of the repository. */
  readonly config: string;
}

const patterns = ["{packages,apps}/*/tsconfig.json", "{examples,tooling}/tsconfig.json"];
const base = "tsconfig.base.json";
const common = "node_modules/.cache/types/tsconfig.json";

/**
 * Returns the type checks that cover the files of all projects. Projects that only extend `tsconfig.base.json` are
 * checked as one program, whose configuration this function writes. Other projects are checked separately.
 */
export function planTypeChecks(root: string): TypeCheck[] {
  const projects = globSync(patterns, { cwd: root })
    .map((path) => dirname(path))
    .toSorted();
  const configs = new Map(projects.map((project) => [project, readConfig(root, project)]));
  const [alike, others] = [true, false].map((wanted) =>
    projects.filter((project) => isPlain(root, project, configs.get(project)) === wanted),
  ) as [string[], string[]]; // the lists for true and for false
  const folder = dirname(join(root, common));
  const include = alike.flatMap((project) =>
    (configs.get(project)?.include ?? []).map((pattern) => relative(folder, join(root, project, pattern))),
  );
  mkdirSync(folder, { recursive: true });
  const config = { extends: relative(folder, join(root, base)), include };
  writeFileSync(join(root, common), `${JSON.stringify(config, null, 2)}\n`);
  return [
    { projects: alike, config: common },
    ...others.map((project) => ({ projects: [project], config: join(project, "tsconfig.json") })),
  ];
}

function readConfig(root: string, project: string): ProjectConfig {
  return JSON.parse(readFileSync(join(root, project, "tsconfig.json"), "utf8")) as ProjectConfig; // a file of this repository
}

/** Whether a project configures nothing except its files. */
function isPlain(root: string, project: string, config: ProjectConfig | undefined): boolean {
  if (config === undefined) return false;
  const settings = Object.keys(config).toSorted().join();
  return settings === "extends,include" && join(root, project, config.extends) === join(root, base);
}
