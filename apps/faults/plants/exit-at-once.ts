/** Planted bug: SIGTERM ends the process immediately, with requests in progress. */
import { isMainThread } from "node:worker_threads";

if (isMainThread) process.on("SIGTERM", () => process.exit(0));
