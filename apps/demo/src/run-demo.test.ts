import type { Step, Thread } from "@threadline/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatRecords } from "./format-records.ts";
import { type ModelAccess, openModel } from "./model-access.ts";
import { startMemoryService } from "./memory-service.ts";
import { type DemoRecords, readRecords } from "./read-records.ts";
import { runDemo } from "./run-demo.ts";

const { server, client, problems } = startMemoryService();
let model: ModelAccess;
let records: DemoRecords;

beforeAll(async () => {
  model = await openModel();
  records = await readRecords(client, await runDemo({ client, model }));
});
afterAll(async () => {
  await model.close();
  await server.close();
});

test("the demo records everything without errors in the background", () => {
  expect(problems).toEqual([]);
});

test("every customer's conversation is a thread of messages and runs", () => {
  expect(records.threads.map(({ name, participant }) => [name, participant?.identifier])).toEqual([
    ["Parcel on its way?", "amara@example.com"],
    ["Boots and a tent", "jonas@example.com"],
    ["Invoice", "mei@example.com"],
    ["Two repairs", "jonas@example.com"],
    ["A tent for two", "amara@example.com"],
    ["A cracked kayak", "mei@example.com"],
  ]);
  expect(records.threads[0]?.steps?.map(({ type }) => type).toSorted()).toEqual(
    ["user_message", "run", "retrieval", "embedding", "llm", "tool", "llm", "assistant_message"].toSorted(),
  );
});

test("the help pages that the assistant searches have a title and a text", () => {
  const [call] = (records.threads[0]?.steps ?? []).filter(({ type }) => type === "embedding");
  expect(JSON.stringify(call?.input)).toContain("Returns: You can return goods");
});

test("the calls of the support assistant carry their prompt, variables and tokens, and no count is an estimate", async () => {
  const { data: all } = await client.api.getGenerations({
    first: 100,
    filters: [{ field: "model", operator: "eq", value: model.model }],
  });
  const data = all.filter(({ promptId }) => promptId !== null);
  expect(data.length).toBe(12);
  for (const generation of data) {
    expect(generation.promptId).toBe(records.prompt.id);
    expect(generation.variables).toMatchObject({ shop: "Alder & Pine" });
    expect(generation.tokenCount).toBeGreaterThan(100);
  }
  for (const { tokenCountEstimated } of all) expect(tokenCountEstimated).not.toBe(true);
});

/** Returns the path of each step, such as `run repair-desk > tool quote_repair`. */
function pathsOf(thread: Thread | undefined): string[] {
  const steps = thread?.steps ?? [];
  const pathOf = ({ type, name, parentId }: Step): string => {
    const parent = steps.find(({ id }) => id === parentId);
    return `${parent ? `${pathOf(parent)} > ` : ""}${type} ${name}`;
  };
  return steps.map(pathOf).toSorted();
}

test("the agent on the Responses API is a run with its streams and side-by-side tools", () => {
  expect(pathsOf(records.threads[3])).toEqual([
    "assistant_message repair-desk",
    "run repair-desk",
    "run repair-desk > llm support-stand-in",
    "run repair-desk > llm support-stand-in",
    "run repair-desk > tool quote_repair",
    "run repair-desk > tool quote_repair",
    "user_message Jonas",
  ]);
});

test("the agent on LangGraph is recorded as its graph, with nodes, streams and tools", () => {
  const graph = "run gear-adviser > run gear-graph";
  expect(pathsOf(records.threads[4])).toEqual([
    "assistant_message gear-adviser",
    "run gear-adviser",
    graph,
    ...Array.from({ length: 3 }, () => `${graph} > run adviser`),
    ...Array.from({ length: 3 }, () => `${graph} > run adviser > llm support-stand-in`),
    ...Array.from({ length: 2 }, () => `${graph} > run tools`),
    `${graph} > run tools > tool count_stock`,
    `${graph} > run tools > tool find_gear`,
    "user_message Amara",
  ]);
});

test("streams of all agents have token counts and the time to first token", () => {
  const calls = records.threads.flatMap(({ steps }) => steps ?? []).filter(({ type }) => type === "llm");
  expect(calls).toHaveLength(6 + 2 + 3 + 2);
  for (const { generation, error } of calls) {
    expect(error).toBeNull();
    expect(generation).toMatchObject({ model: model.model, messageCompletion: { role: "assistant" } });
    const { inputTokenCount, outputTokenCount, tokenCount, ttFirstToken, duration } = generation ?? {};
    expect(tokenCount).toBe(Number(inputTokenCount) + Number(outputTokenCount));
    expect(ttFirstToken).toBeGreaterThan(0);
    expect(ttFirstToken).toBeLessThanOrEqual(Number(duration) * 1000);
  }
});

test("the attachment can be read back byte for byte", async () => {
  const attachments = records.threads[1]?.steps?.flatMap((step) => step.attachments ?? []) ?? [];
  expect(attachments.map(({ name, mime }) => [name, mime])).toEqual([["receipt.pdf", "application/pdf"]]);
  const response = await server.fetch(new Request(String(attachments[0]?.url)));
  expect((await response.text()).startsWith("%PDF-1.4")).toBe(true);
});

test("a failed tool is a step with its error, and the agent still answers", () => {
  const failed = records.threads.flatMap(({ steps }) => steps ?? []).filter(({ error }) => error);
  expect(failed.map(({ name, error }) => [name, error])).toEqual([
    ["quote_repair", expect.stringContaining("the workshop has no price for a kayak")],
  ]);
  const answer = records.threads[5]?.steps?.find(({ type }) => type === "assistant_message");
  expect(answer?.output?.["content"]).toContain("I could not get a quote for the kayak");
});

test("every call has its cost, at the prices that the demo set", async () => {
  const { data } = await client.api.getGenerations({ first: 100 });
  expect(data.length).toBeGreaterThan(0);
  for (const { cost } of data) expect(cost).toBeGreaterThan(0);
  const { data: prices } = await client.api.getModelPrices({ source: "PROJECT" });
  expect(prices.map(({ match }) => match).toSorted()).toEqual(model.prices.map(({ match }) => match).toSorted());
});

test("threads have their own tags, and feedback uses the labels of its schema", async () => {
  expect(new Set(records.threads.flatMap(({ tags }) => tags ?? [])).size).toBeGreaterThan(4);
  const schemas = await client.api.getScoreSchemas();
  expect(schemas.map(({ name }) => name)).toEqual(["same-answer", "user-feedback"]);
  const labels = schemas.find(({ name }) => name === "user-feedback")?.categories?.map(({ label }) => label);
  const feedback = records.threads.flatMap(({ steps }) => steps ?? []).flatMap(({ scores }) => scores ?? []);
  expect(feedback).toHaveLength(6);
  for (const { label } of feedback) expect(labels).toContain(label);
});

test("production runs become a dataset, and the experiments on it are scored", () => {
  expect(records.dataset.items.map(({ input }) => input["question"])).toHaveLength(4);
  const [small, same] = records.experiments.map(({ scores }) => scores.map(({ value }) => value));
  expect(same).toEqual([1, 1, 1, 1]);
  expect(small).toHaveLength(4);
  for (const value of small ?? []) expect(value).toBeLessThan(1);
});

test("the printed tree shows steps with their duration, tokens and scores", () => {
  const text = formatRecords(records)
    .replaceAll(/ {2,}\d+ ms/gu, "  1 ms")
    .replaceAll(/first after +\d+ ms/gu, "first after 1 ms")
    .replaceAll(/\d+\.\d+ s/gu, "1.00 s");
  expect(text).toContain("Parcel on its way? (amara@example.com, 1.00 s, ");
  expect(text).toMatch(/^ {4}run +support-assistant +1 ms +user-feedback 1$/mu);
  expect(text).toMatch(/^ {6}tool +look_up_order +1 ms$/mu);
  expect(text).toMatch(/^ {6}llm +support-stand-in +1 ms +\d+ tokens +first after 1 ms$/mu);
  expect(text).toMatch(/^ {4}user_message +Jonas +attached receipt\.pdf$/mu);
  expect(text).toMatch(/^ {6}tool +quote_repair +1 ms +Error: the workshop has no price for a kayak$/mu);
  expect(text).toContain("support-answer v0 on support-stand-in (4 items; same-answer 1.00 on average)");
});

test("a second run uses the existing records", async () => {
  const again = await readRecords(client, await runDemo({ client, model }));
  expect(again.prompt.id).toBe(records.prompt.id);
  expect(again.dataset.id).toBe(records.dataset.id);
  expect(again.dataset.items).toHaveLength(8);
  expect(await client.api.getScoreSchemas()).toHaveLength(2);
});
