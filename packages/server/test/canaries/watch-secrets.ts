/**
 * Searches everything that the service writes in a test for the keys, passwords, sessions and tokens of the test: each
 * log line, and each SQLite database when it is closed. The test file fails if any of them is found. PostgreSQL
 * databases are searched when their server stops.
 */
import { afterAll } from "vitest";
import { forgetSecrets, takeLeaks } from "./secret-watch.ts";
import { watchWrites } from "./watch-writes.ts";

watchWrites();
// Test files in one process must not share secrets.
forgetSecrets();

afterAll(() => {
  const leaks = takeLeaks();
  if (leaks.length > 0) throw new Error(`Secrets were written:\n${leaks.join("\n")}`);
});
