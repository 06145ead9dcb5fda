import { expect, test } from "vitest";
import { ProjectQueue } from "./project-queue.ts";

/** Creates a queue with jobs of these names. The first letter of a name is its project. */
function queueOf(names: readonly string[], maxPerProject = 100) {
  const jobs = names.map((name) => ({ project: name.slice(0, 1), name }));
  const queue = new ProjectQueue<{ project: string; name: string }>(maxPerProject);
  const added = jobs.filter((job) => queue.add(job));
  return { queue, jobs, added };
}

test("projects take turns, however many jobs one of them has", () => {
  const { queue } = queueOf(["a1", "a2", "a3", "a4", "b1", "c1", "b2"]);
  const order = Array.from({ length: 8 }, () => queue.next([])?.name);
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4", undefined]);
});

test("a project with fewer running jobs goes first", () => {
  const { queue } = queueOf(["a1", "b1", "c1"]);
  expect(queue.next([{ project: "a" }, { project: "b" }])?.name).toBe("c1");
  expect(queue.next([{ project: "a" }, { project: "b" }, { project: "a" }])?.name).toBe("b1");
});

test("a project that fills its part of the queue leaves room for others", () => {
  const { queue, added } = queueOf(["a1", "a2", "a3", "b1"], 2);
  expect(added.map(({ name }) => name)).toEqual(["a1", "a2", "b1"]);
  expect(queue.size).toBe(3);
});

test("jobs can be removed", () => {
  const { queue, jobs } = queueOf(["a1", "a2", "b1"]);
  queue.remove(jobs[0]!);
  queue.remove(jobs[0]!);
  queue.remove(jobs[2]!);
  expect(queue.size).toBe(1);
  expect(queue.clear().map(({ name }) => name)).toEqual(["a2"]);
  expect(queue.next([])).toBeUndefined();
});
