import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Requirements that this machine does not meet, so that the test or suite is skipped. */
    missing?: readonly Requirement[];
  }
}

/** Requirements of some tests, in addition to Node. */
export type Requirement =
  | "a Citus cluster"
  | "a folder in memory"
  | "a spare node of a Citus cluster"
  | "bun"
  | "caddy"
  | "chromium"
  | "chromium with a PDF viewer"
  | "curl"
  | "deno"
  | "helm"
  | "libfaketime"
  | "nginx"
  | "nodes of a Citus cluster"
  | "openssl"
  | "pg_dump"
  | "pgbouncer"
  | "postgresql"
  | "strace"
  | "the Python client"
  | "the right to make namespaces"
  | "the right to mount"
  | "workerd";

/** Instructions that are shown for a requirement that is not met. */
export const requirements: Readonly<
  Record<Requirement, { readonly debianPackage: string } | { readonly instruction: string }>
> = {
  "a Citus cluster": { instruction: "THREADLINE_TEST_CITUS_URL" },
  "a spare node of a Citus cluster": { instruction: "THREADLINE_TEST_CITUS_SPARE" },
  "nodes of a Citus cluster": { instruction: "THREADLINE_TEST_CITUS_CONTROL" },
  caddy: { debianPackage: "caddy" },
  chromium: { debianPackage: "chromium" },
  "chromium with a PDF viewer": { debianPackage: "chromium" },
  curl: { debianPackage: "curl" },
  "a folder in memory": { instruction: "/dev/shm" },
  bun: { instruction: "Linux on x64" },
  deno: { instruction: "Linux on x64 with glibc" },
  helm: { instruction: "https://helm.sh/docs/intro/install" },
  libfaketime: { debianPackage: "faketime" },
  nginx: { debianPackage: "nginx" },
  openssl: { debianPackage: "openssl" },
  pg_dump: { debianPackage: "postgresql-client" },
  pgbouncer: { debianPackage: "pgbouncer" },
  postgresql: { debianPackage: "postgresql" },
  "the Python client": { instruction: "python3 with venv, and access to PyPI" },
  "the right to mount": { instruction: "root with CAP_SYS_ADMIN" },
  "the right to make namespaces": { instruction: "Linux with unshare and user namespaces" },
  strace: { debianPackage: "strace" },
  workerd: { instruction: "Linux on x64" },
};

/**
 * Options of a test or suite that is skipped if a requirement is not met. `tooling/report-skipped-tests.ts` lists the
 * skipped tests at the end of the run. By default, the requirement is the name of a program that must be installed.
 */
export function needs(
  requirement: Requirement,
  isMet: boolean = findProgram(requirement) !== null,
): { skip: boolean; meta: { missing: readonly Requirement[] } } {
  return { skip: !isMet, meta: { missing: isMet ? [] : [requirement] } };
}

/** Skips a running test because of a missing requirement, like {@link needs}. */
export function skipWithout(requirement: Requirement, { task, skip }: TestContext): void {
  task.meta.missing = [requirement];
  skip();
}

/** Finds the path of an installed program; null if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
