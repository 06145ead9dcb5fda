/** What could take over a release: the workflows may use GitHub's own actions by their commits, and write nothing but releases. */
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
