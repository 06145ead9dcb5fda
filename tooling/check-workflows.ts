/**
 * Protects the release against takeover: workflows may only use GitHub's own actions, which must be pinned by commit,
 * and only the release workflow may have write permissions.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspectWorkflow } from "./inspect-workflows.ts";
import { root } from "./published-packages.ts";

const folder = join(root, ".github/workflows");
for (const file of readdirSync(folder)) {
  const failures = inspectWorkflow(file.replace(/\.ya?ml$/, ""), readFileSync(join(folder, file), "utf8"));
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}
