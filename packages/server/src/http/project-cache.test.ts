import { expect, test } from "vitest";
import type { ApiKeyRecord, ProjectRecord, ProjectStore } from "../store/projects.ts";
import { ProjectCache } from "./project-cache.ts";

test("concurrent requests with one key share one look-up, which a later request repeats", async () => {
  let lookUps = 0;
  let revokedAt: number | null = null;
  let now = 0;
  const projects: Pick<ProjectStore, "findKey" | "find"> = {
    findKey: async () => {
      lookUps += 1;
      return { projectId: "p", revokedAt } as ApiKeyRecord;
    },
    find: async () => ({ id: "p" }) as ProjectRecord,
  };
  const cache = new ProjectCache({ projects: projects as ProjectStore, now: () => now });
  const owners = await Promise.all(Array.from({ length: 1_000 }, () => cache.ownerOf("hash")));
  expect(new Set(owners.map((owner) => owner?.project.id))).toEqual(new Set(["p"]));
  expect(lookUps).toBe(1);

  revokedAt = 500;
  now = 1_000;
  expect(await Promise.all([cache.ownerOf("hash"), cache.ownerOf("hash")])).toEqual([null, null]);
  expect(lookUps).toBe(2);
});

test("a failed look-up is repeated by the next request", async () => {
  let isDown = true;
  const projects: Pick<ProjectStore, "findKey" | "find"> = {
    findKey: async () => {
      if (isDown) throw new Error("The database is unavailable");
      return { projectId: "p", revokedAt: null } as ApiKeyRecord;
    },
    find: async () => ({ id: "p" }) as ProjectRecord,
  };
  const cache = new ProjectCache({ projects: projects as ProjectStore, now: () => 0 });
  await expect(cache.ownerOf("hash")).rejects.toThrow("unavailable");
  isDown = false;
  expect((await cache.ownerOf("hash"))?.project.id).toBe("p");
});
