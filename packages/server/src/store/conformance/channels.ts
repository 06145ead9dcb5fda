import { describe, expect, test } from "vitest";
import type { DeliveryAttempt } from "../channels.ts";
import { ConflictError } from "../errors.ts";
import type { Store } from "../store.ts";
import { channel, takeJobs } from "./alerts.ts";
import { iterate } from "./iterate.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const all = { state: null, first: 9, skip: 0 } as const;
const dataset = { id: "d", createdAt: 1, name: "set", description: null, metadata: null, type: "key_value" } as const;
const item = (id: string) => ({
  id,
  createdAt: 1,
  datasetId: "d",
  metadata: null,
  input: { id },
  expectedOutput: null,
  intermediarySteps: null,
  stepId: null,
});

/** Stores a channel, and changes a dataset three times: twice within a minute, and once later. */
async function changeDataset(store: Store): Promise<void> {
  await store.channels.create(project, channel, 9);
  await store.datasets.create(project, dataset);
  await store.datasets.createItems(project, [item("1")], { at: 60_001 });
  await store.datasets.createItems(project, [item("2")], { at: 61_000 });
  await store.datasets.createItems(project, [item("3")], { at: 120_000 });
}

async function takeDelivery(store: Store, now: number) {
  const [job] = await takeJobs(store, "deliver", now);
  if (job === undefined) throw new Error("No delivery is due");
  return job;
}

const attempt = (deliveryId: string, fields: Partial<DeliveryAttempt>): DeliveryAttempt => ({
  deliveryId,
  at: 5,
  isDelivered: false,
  status: null,
  response: null,
  failure: null,
  ...fields,
});

export function describeChannels(openStore: OpenStore): void {
  describe("channels", () => {
    test("a channel is stored, replaced and deleted, only in its project", () =>
      withStore(openStore, async ({ channels }) => {
        expect(await channels.create(project, channel, 2)).toEqual(channel);
        const email = { ...channel, id: "e", name: "email", kind: "EMAIL", sealedSecrets: null, events: [] } as const;
        await channels.create(project, email, 2);
        expect(await channels.all(project)).toEqual([email, channel]);
        expect(await channels.get(otherProject, "c")).toBeNull();
        await expect(channels.create(project, { ...channel, id: "x" }, 9)).rejects.toThrow(ConflictError);
        await expect(channels.create(project, { ...channel, id: "x", name: "x" }, 2)).rejects.toThrow("at most 2");
        const changed = { ...channel, name: "new", updatedAt: 20 };
        expect(await channels.replace(otherProject, changed, 10)).toBeNull();
        expect(await channels.replace(project, changed, 10)).toEqual(changed);
        await expect(channels.replace(project, changed, 10)).rejects.toThrow("changed concurrently");
        await expect(channels.replace(project, { ...changed, name: "email" }, 20)).rejects.toThrow(ConflictError);
        expect(await channels.delete(otherProject, "c", 30)).toBeNull();
        expect(await channels.delete(project, "c", 30)).toEqual(changed);
        expect(await channels.all(project)).toEqual([email]);
      }));

    test("changes of a dataset within a minute are one delivery, with the last content", () =>
      withStore(openStore, async (store) => {
        await changeDataset(store);
        const deliveries = await store.channels.deliveries(project, "c", all);
        expect(deliveries.map(({ createdAt, data }) => [createdAt, data["version"]])).toEqual([
          [120_000, 3],
          [60_001, 2],
        ]);
        expect(await takeJobs(store, "deliver", 119_999)).toEqual([]);
        expect(await takeJobs(store, "deliver", 120_000)).toHaveLength(1);
        expect(await store.channels.deliveries(otherProject, "c", all)).toEqual([]);
      }));

    test("a change that is stored after its minute was sent is a delivery of its own", () =>
      withStore(openStore, async (store) => {
        await changeDataset(store);
        const job = await takeDelivery(store, 120_000);
        // One change while the delivery is sent, and one after it was sent.
        await store.datasets.createItems(project, [item("4")], { at: 119_998 });
        await store.jobs.finish(project, job, {
          deliveryAttempt: attempt(job.id, { isDelivered: true }),
          now: 120_001,
        });
        await store.datasets.createItems(project, [item("5")], { at: 119_999 });
        const deliveries = await store.channels.deliveries(project, "c", all);
        expect(deliveries.map(({ state, data }) => [state, data["version"]])).toEqual([
          ["PENDING", 5],
          ["DELIVERED", 2],
        ]);
        expect(await takeJobs(store, "deliver", 180_000)).toHaveLength(1);
      }));

    test("a failed attempt is retried, and a delivery ends with its first success", () =>
      withStore(openStore, async (store) => {
        const { channels, jobs } = store;
        await changeDataset(store);
        const job = await takeDelivery(store, 120_000);
        const failed = attempt(job.id, { status: 500, response: "down", failure: "The receiver returned 500" });
        const failure = {
          message: "500",
          isFinal: false,
          now: 120_001,
          random: 0,
          result: { deliveryAttempt: failed },
        };
        expect(await jobs.fail(project, job, failure)).toBe("queued");
        expect(await channels.getDelivery(project, job.id)).toMatchObject({
          state: "PENDING",
          attempts: 1,
          attemptedAt: 5,
          status: 500,
          response: "down",
        });
        const again = await takeDelivery(store, 125_001);
        expect(again.id).toBe(job.id);
        const delivered = attempt(job.id, { isDelivered: true, status: 204, response: "" });
        expect(await jobs.finish(project, again, { deliveryAttempt: delivered, now: 6 })).toBe(true);
        expect(await channels.getDelivery(project, job.id)).toMatchObject({
          state: "DELIVERED",
          attempts: 2,
          status: 204,
          failure: null,
        });
        expect(await channels.deliveries(project, "c", { ...all, state: "DELIVERED" })).toHaveLength(1);
      }));

    test("a delivery that failed without an outcome can be sent again", () =>
      withStore(openStore, async (store) => {
        const { channels, jobs } = store;
        await changeDataset(store);
        const job = await takeDelivery(store, 120_000);
        expect(await channels.resend(project, job.id, 7)).toBeNull();
        const failure = { message: "Internal error", isFinal: true, now: 6, random: 0 };
        expect(await jobs.fail(project, job, failure)).toBe("failed");
        expect(await channels.getDelivery(project, job.id)).toMatchObject({
          state: "FAILED",
          failure: "Internal error",
        });
        expect(await channels.resend(otherProject, job.id, 7)).toBeNull();
        expect(await channels.resend(project, job.id, 7)).toMatchObject({ state: "PENDING" });
        expect(await jobs.get(project, job.id)).toMatchObject({ state: "queued", dueAt: 7, attempts: 0 });
      }));

    test("sending of an email starts once for each attempt", () =>
      withStore(openStore, async (store) => {
        const { channels, jobs } = store;
        await changeDataset(store);
        const job = await takeDelivery(store, 120_000);
        expect(await channels.startSending(otherProject, job.id)).toBe(false);
        expect(await channels.startSending(project, job.id)).toBe(true);
        expect(await channels.startSending(project, job.id)).toBe(false);
        const result = { deliveryAttempt: attempt(job.id, { failure: "busy" }) };
        await jobs.fail(project, job, { message: "busy", isFinal: false, now: 120_001, random: 0, result });
        expect(await channels.startSending(project, job.id)).toBe(true);
        // A job can fail although its email was sent, for example because the outcome could not be stored. The email is
        // then not sent again.
        const again = await takeDelivery(store, 999_999);
        await jobs.fail(project, again, { message: "Internal error", isFinal: false, now: 1_000_000, random: 0 });
        expect(await channels.startSending(project, job.id)).toBe(false);
      }));

    test("a deleted channel has no deliveries, and nothing is sent", () =>
      withStore(openStore, async (store) => {
        await changeDataset(store);
        const job = await takeDelivery(store, 120_000);
        await store.channels.delete(project, "c", 130_000);
        expect(await store.channels.deliveries(project, "c", all)).toEqual([]);
        expect(await store.jobs.finish(project, job, { now: 1 })).toBe(false);
        expect(await takeJobs(store, "deliver", 999_999)).toEqual([]);
      }));

    test("secrets are not exported, and are encrypted again together with their key", () =>
      withStore(openStore, async (store) => {
        await store.channels.create(project, channel, 9);
        const exported = [];
        for await (const each of store.exportRecords(project)) exported.push(each);
        expect(JSON.stringify(exported)).not.toContain("v1.sealed");
        await store.importRecords(otherProject, iterate(exported));
        expect(await store.channels.get(otherProject, "c")).toEqual({ ...channel, sealedSecrets: null });
        const next = new Uint8Array([1]);
        const resealed = { projectId: project, id: "c", from: "v1.sealed", to: "v1.new" };
        await expect(store.replaceSecret("channels", next, { channels: [] })).rejects.toThrow(ConflictError);
        await store.replaceSecret("channels", next, { channels: [resealed] });
        expect(await store.channels.get(project, "c")).toMatchObject({ sealedSecrets: "v1.new", updatedAt: 11 });
      }));
  });
}
