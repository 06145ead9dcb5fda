/** Planted: a signal to stop ends the process as it is, with requests under way. */
import { isMainThread } from "node:worker_threads";

if (isMainThread) process.on("SIGTERM", () => process.exit(0));
