/** Planted bug: SIGTERM ends the process immediately, even if requests are in progress. */
import { isMainThread } from "node:worker_threads";

if (isMainThread) process.on("SIGTERM", () => process.exit(0));
