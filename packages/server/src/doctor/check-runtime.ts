import { checkNode } from "./check-node.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** The program that runs the service, and as whom. */
export async function checkRuntime(): Promise<Finding[]> {
  const { node } = process.versions;
  const problem = checkNode(node);
  const isRoot = process.getuid?.() === 0;
  return [
    problem === null ? ok("node", `Node ${node}.`) : failure("node", problem, "Install Node 24."),
    isRoot
      ? warning("user", "This runs as root.", "Give the service a user of its own, and run this command as that user.")
      : ok("user", "Not root."),
  ];
}
