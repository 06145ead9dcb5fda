import { describe, expect, test } from "vitest";
import type { PromptLineageRecord, PromptStore } from "../prompts.ts";
import type { OpenStore } from "./open-store.ts";
import { openWithProjects } from "./open-store.ts";

function makeLineage(changes: Partial<PromptLineageRecord> = {}): PromptLineageRecord {
  return {
    id: "lineage-1",
    createdAt: 10,
    name: "Greeting",
    description: null,
    deletedAt: null,
    championId: null,
    labels: [],
    ...changes,
  };
}

type NewVersion = Parameters<PromptStore["getOrCreateVersion"]>[1];

function makeVersion(id: string, identity: string): NewVersion {
  return {
    id,
    identity,
    lineageId: "lineage-1",
    createdAt: 20,
    updatedAt: 20,
    versionDesc: null,
    label: null,
    status: null,
    tags: null,
    type: "CHAT",
    templateMessages: [{ uuid: id, role: "user", content: "Hello {{name}}" }],
    tools: null,
    settings: { temperature: 0 },
    variables: [{ name: "name", language: "plaintext" }],
    variablesDefaultValues: null,
  };
}

export function describePrompts(openStore: OpenStore): void {
  describe("prompts", () => {
    test("prompts are listed newest first with sums of their versions and usage, only in their project", async () => {
      const store = await openWithProjects(openStore);
      await store.prompts.getOrCreateLineage("project-a", makeLineage());
      await store.prompts.getOrCreateLineage(
        "project-a",
        makeLineage({ id: "lineage-2", name: "Unused", createdAt: 30 }),
      );
      await store.prompts.getOrCreateVersion("project-a", makeVersion("version-1", "one"));
      await store.prompts.getOrCreateVersion("project-a", { ...makeVersion("version-2", "two"), createdAt: 40 });
      await store.prompts.promote("project-a", "lineage-1", "version-2", 1);
      const step = { createdAt: 50, generation: { promptId: "version-2" } };
      await store.steps.ingest("project-a", [
        { ...step, id: "s1" },
        { ...step, id: "s2", createdAt: 60 },
        { ...step, id: "s3", generation: { promptId: "another" } },
      ]);
      const filters = [{ field: "name", operator: "ilike", value: "greet" }] as const;
      const all = await store.prompts.list("project-a", { first: 10 });
      expect(all.edges.map(({ node }) => node.id)).toEqual(["lineage-2", "lineage-1"]);
      expect(await store.prompts.count("project-a", { filters })).toBe(1);
      expect(await store.prompts.count("project-b", {})).toBe(0);
      expect(await store.prompts.summaries("project-a", ["lineage-1", "lineage-2"])).toEqual([
        {
          versionCount: 2,
          latestVersion: 1,
          championVersion: 1,
          changedAt: 40,
          generationCount: 2,
          lastUsedAt: 60,
        },
        {
          versionCount: 0,
          latestVersion: null,
          championVersion: null,
          changedAt: 30,
          generationCount: 0,
          lastUsedAt: null,
        },
      ]);
      const newest = await store.prompts.newestVersions("project-a", "lineage-1", { first: 1, skip: 0 });
      expect(newest.map(({ version }) => version)).toEqual([1]);
      expect(await store.prompts.newestVersions("project-b", "lineage-1", { first: 1, skip: 0 })).toEqual([]);
      await store.close();
    });

    test("a lineage is created once per name of a project", async () => {
      const store = await openWithProjects(openStore);
      expect(await store.prompts.getOrCreateLineage("project-a", makeLineage())).toEqual(makeLineage());
      expect(await store.prompts.getOrCreateLineage("project-a", makeLineage({ id: "lineage-2" }))).toEqual(
        makeLineage(),
      );
      const described = makeLineage({ id: "lineage-3", description: "another" });
      expect(await store.prompts.getOrCreateLineage("project-a", described)).toEqual(makeLineage());
      expect(await store.prompts.findLineage("project-a", "Greeting")).toEqual(makeLineage());
      expect(await store.prompts.findLineage("project-b", "Greeting")).toBeNull();
      expect(await store.prompts.getLineages("project-a", ["lineage-2", "lineage-1"])).toEqual([null, makeLineage()]);
      expect(await store.prompts.getLineages("project-b", ["lineage-1"])).toEqual([null]);
      await store.close();
    });

    test("versions are numbered from 0, and identical content returns the existing version", async () => {
      const store = await openWithProjects(openStore);
      await store.prompts.getOrCreateLineage("project-a", makeLineage());
      const first = await store.prompts.getOrCreateVersion("project-a", makeVersion("version-a", "hash-a"));
      const second = await store.prompts.getOrCreateVersion("project-a", makeVersion("version-b", "hash-b"));
      const again = await store.prompts.getOrCreateVersion("project-a", makeVersion("version-c", "hash-a"));
      expect([first?.version, second?.version]).toEqual([0, 1]);
      expect(again).toEqual(first);
      const { identity: _, ...content } = makeVersion("version-b", "hash-b");
      expect(await store.prompts.getVersion("project-a", "version-b")).toEqual({ ...content, version: 1 });
      expect(await store.prompts.findVersion("project-a", "lineage-1", 1)).toEqual({ ...content, version: 1 });
      const newest = await store.prompts.newestVersions("project-a", "lineage-1", { first: 10, skip: 0 });
      expect(newest.map(({ id }) => id)).toEqual(["version-b", "version-a"]);
      await store.close();
    });

    test("a version needs a lineage of the same project", async () => {
      const store = await openWithProjects(openStore);
      await store.prompts.getOrCreateLineage("project-a", makeLineage());
      expect(await store.prompts.getOrCreateVersion("project-b", makeVersion("version-a", "hash-a"))).toBeNull();
      await store.prompts.getOrCreateVersion("project-a", makeVersion("version-a", "hash-a"));
      expect(await store.prompts.getVersion("project-b", "version-a")).toBeNull();
      expect(await store.prompts.newestVersions("project-b", "lineage-1", { first: 10, skip: 0 })).toEqual([]);
      await store.close();
    });

    test("the first version gets the whole rollout, later ones get a share only when set", async () => {
      const store = await openWithProjects(openStore);
      await store.prompts.getOrCreateLineage("project-a", makeLineage());
      await store.prompts.getOrCreateVersion("project-a", makeVersion("version-a", "hash-a"));
      await store.prompts.getOrCreateVersion("project-a", makeVersion("version-b", "hash-b"));
      expect(await store.prompts.rollouts("project-a", "lineage-1")).toEqual([{ version: 0, rollout: 100 }]);
      const rollouts = [
        { version: 0, rollout: 0.6 },
        { version: 1, rollout: 0.4 },
      ];
      await store.prompts.setRollouts("project-a", "lineage-1", rollouts, 1);
      expect(await store.prompts.rollouts("project-a", "lineage-1")).toEqual(rollouts);
      expect(await store.prompts.rollouts("project-b", "lineage-1")).toEqual([]);
      await store.close();
    });

    test("promoting a version gives it the whole rollout", async () => {
      const store = await openWithProjects(openStore);
      await store.prompts.getOrCreateLineage("project-a", makeLineage());
      await store.prompts.getOrCreateVersion("project-a", makeVersion("version-a", "hash-a"));
      await store.prompts.getOrCreateVersion("project-a", makeVersion("version-b", "hash-b"));
      expect((await store.prompts.promote("project-a", "lineage-1", "version-b", 1))?.championId).toBe("version-b");
      expect(await store.prompts.rollouts("project-a", "lineage-1")).toEqual([{ version: 1, rollout: 100 }]);
      expect(await store.prompts.promote("project-b", "lineage-1", "version-b", 1)).toBeNull();
      await store.close();
    });

    test("a label names one version, moves to another, and is removed", async () => {
      const store = await openWithProjects(openStore);
      const { prompts } = store;
      await prompts.getOrCreateLineage("project-a", makeLineage());
      await prompts.getOrCreateVersion("project-a", makeVersion("version-a", "hash-a"));
      await prompts.getOrCreateVersion("project-a", makeVersion("version-b", "hash-b"));
      await prompts.setLabel("project-a", "lineage-1", "staging", 1);
      await prompts.setLabel("project-a", "lineage-1", "production", 1);
      const moved = await prompts.setLabel("project-a", "lineage-1", "production", 0);
      expect(moved?.labels).toEqual([
        { name: "production", version: 0 },
        { name: "staging", version: 1 },
      ]);
      expect(await prompts.findLineage("project-a", "Greeting")).toEqual(moved);
      expect(await prompts.setLabel("project-a", "lineage-1", "canary", 7)).toBeNull();
      expect(await prompts.setLabel("project-b", "lineage-1", "canary", 0)).toBeNull();
      expect((await prompts.setLabel("project-a", "lineage-1", "staging", null))?.labels).toEqual([
        { name: "production", version: 0 },
      ]);
      await store.close();
    });

    test("labels that are set at once are all kept", async () => {
      const store = await openWithProjects(openStore);
      const { prompts } = store;
      await prompts.getOrCreateLineage("project-a", makeLineage());
      await prompts.getOrCreateVersion("project-a", makeVersion("version-a", "hash-a"));
      const names = ["a", "b", "c", "d", "e"];
      await Promise.all(names.map((name) => prompts.setLabel("project-a", "lineage-1", name, 0)));
      const lineage = await prompts.findLineage("project-a", "Greeting");
      expect(lineage?.labels.map(({ name }) => name)).toEqual(names);
      await store.close();
    });

    test("a deleted lineage is gone with its versions and rollouts, and its name is free", async () => {
      const store = await openWithProjects(openStore);
      const { prompts } = store;
      await prompts.getOrCreateLineage("project-a", makeLineage());
      await prompts.getOrCreateLineage("project-b", makeLineage());
      await prompts.getOrCreateVersion("project-a", makeVersion("version-a", "hash-a"));
      await prompts.getOrCreateVersion("project-b", makeVersion("version-a", "hash-a"));
      expect(await prompts.deleteLineage("project-a", "lineage-1")).toEqual(makeLineage());
      expect(await prompts.deleteLineage("project-a", "lineage-1")).toBeNull();
      expect(await prompts.findLineage("project-a", "Greeting")).toBeNull();
      expect(await prompts.getVersion("project-a", "version-a")).toBeNull();
      expect(await prompts.rollouts("project-a", "lineage-1")).toEqual([]);
      expect(await prompts.getVersion("project-b", "version-a")).not.toBeNull();
      expect(await prompts.rollouts("project-b", "lineage-1")).toHaveLength(1);
      const again = makeLineage({ id: "lineage-2" });
      expect(await prompts.getOrCreateLineage("project-a", again)).toEqual(again);
      await store.close();
    });

    test("a variant is returned unchanged", async () => {
      const store = await openWithProjects(openStore);
      const variant = {
        id: "variant-1",
        createdAt: 30,
        fromLineageId: null,
        fromVersion: 3,
        scoreTemplateId: null,
        templateMessages: [{ role: "system", content: "Be brief." }],
        settings: { temperature: 1 },
        tools: null,
        variables: null,
      };
      expect(await store.prompts.createVariant("project-a", variant)).toEqual(variant);
      await store.close();
    });
  });
}
