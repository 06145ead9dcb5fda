import { checkNode } from "./check-node.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Checks the Node version and the user of the process. */
export async function checkRuntime(): Promise<Finding[]> {
  const { node } = process.versions;
  const problem = checkNode(node);
  const isRoot = process.getuid?.() === 0;
  return [
    problem === null ? ok("node", `Node ${node}.`) : failure("node", problem, "Install Node 24."),
    isRoot
      ? warning("user", "This command runs as root.", "Run the service and this command as a dedicated user.")
      : ok("user", "Not root."),
  ];
}
