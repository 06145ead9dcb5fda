import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { FailedStoreError } from "../errors.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { StoreThread } from "./store-thread.ts";

test.each([
  { readOnly: true, name: "UnavailableError", message: "The service could not complete this read" },
  { readOnly: false, name: "FailedStoreError", message: "The service can no longer store records" },
])(
  "the error of a thread that has ended names what the service cannot do: $message",
  async ({ readOnly, name, message }) => {
    const folder = await mkdtemp(join(tmpdir(), "threadline-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "threadline.db");
    await (await openSqliteStore({ path })).close();
    let worker: Worker | undefined;
    const hear = (event: unknown): void => {
      ({ worker } = event as { worker: Worker }); // documented by Node
    };
    subscribe("worker_threads", hear);
    const failures: Error[] = [];
    const thread = await StoreThread.open(
      { database: "sqlite", path, readOnly },
      { onFailure: (failure) => failures.push(failure) },
    );
    unsubscribe("worker_threads", hear);
    await thread.call(["backlog"], []);
    const [ended] = await Promise.all([
      new Promise<unknown>((resolve) => void worker?.once("exit", resolve)),
      worker?.terminate(),
    ]);
    expect(ended).toBe(1);
    expect(failures).toMatchObject([{ name, message }]);
    expect(failures[0] instanceof FailedStoreError).toBe(!readOnly);
    await expect(thread.call(["backlog"], [])).rejects.toThrow(message);
    await thread.close();
  },
);
