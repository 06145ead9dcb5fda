import { expect, onTestFinished, test } from "vitest";
import { FairShares } from "./fair-shares.ts";

/**
 * Creates jobs that end on request, or at the end of the test. Otherwise, a job that still waits would be rejected
 * during a later test.
 */
function createJobs(shares: FairShares<string>) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const jobs: Promise<void>[] = [];
  onTestFinished(async () => {
    for (const end of ends.values()) end();
    await Promise.allSettled(jobs);
  });
  return {
    started,
    begin(key: string, name: string, signal?: AbortSignal): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      const job = shares.use(
        key,
        () => {
          started.push(name);
          return promise;
        },
        signal,
      );
      jobs.push(job);
      return job;
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      // The work that follows the end of a job takes a few microtasks.
      await new Promise(setImmediate);
    },
  };
}

test("a project alone leaves a third of the slots free, and others start at once", () => {
  const { begin, started } = createJobs(new FairShares({ capacity: 9 }));
  for (let index = 0; index < 20; index += 1) void begin("busy", `busy ${index}`);
  expect(started).toHaveLength(6);
  void begin("other", "other");
  void begin("third", "third");
  expect(started.slice(6)).toEqual(["other", "third"]);
});

test("every project gets a turn in the only slot, in the order of usage", async () => {
  const { begin, started, end } = createJobs(new FairShares({ capacity: 1 }));
  for (let index = 0; index < 3; index += 1) void begin("busy", `busy ${index}`);
  void begin("other", "other");
  expect(started).toEqual(["busy 0"]);
  await end("busy 0");
  expect(started).toEqual(["busy 0", "other"]);
  await end("other");
  await end("busy 1");
  await end("busy 2");
  expect(started).toEqual(["busy 0", "other", "busy 1", "busy 2"]);
});

test("a free slot goes to the project with the fewest running jobs", async () => {
  const { begin, started, end } = createJobs(new FairShares({ capacity: 3 }));
  for (const name of ["a", "b", "c", "d"]) void begin("busy", name);
  void begin("other", "e");
  expect(started).toEqual(["a", "b", "e"]);
  void begin("third", "f");
  await end("a");
  expect(started).toEqual(["a", "b", "e", "f"]);
});

test("a job that fails frees its slot", async () => {
  const shares = new FairShares<string>({ capacity: 1 });
  await expect(shares.use("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await shares.use("a", async () => "done")).toBe("done");
});

test("a job whose caller disconnects, or that waits too long, never starts", async () => {
  const { begin, started, end } = createJobs(new FairShares({ capacity: 1, maxWait: 1 }));
  const running = begin("a", "running");
  const controller = new AbortController();
  const left = begin("a", "left", controller.signal);
  controller.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  await expect(begin("a", "aborted before", controller.signal)).rejects.toThrow("left");
  await expect(begin("a", "late")).rejects.toMatchObject({
    name: "UnavailableError",
    message: "This project has too many requests in progress", // responses add that clients may try again
  });
  await end("running");
  await running;
  expect(started).toEqual(["running"]);
});
