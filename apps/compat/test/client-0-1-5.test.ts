import * as published from "@literalai/client-0-1-5";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { attachmentOperations } from "./client-0-1-5/attachments.ts";
import { contextOperations } from "./client-0-1-5/contexts.ts";
import { experimentOperations } from "./client-0-1-5/experiments.ts";
import { frameworkOperations } from "./client-0-1-5/frameworks.ts";
import { openaiOperations } from "./client-0-1-5/openai.ts";
import { rolloutOperations } from "./client-0-1-5/rollouts.ts";
import { expectValidDocuments } from "./expect-valid-documents.ts";
import { datasetOperations } from "./operations/datasets.ts";
import { fileOperations } from "./operations/files.ts";
import { promptOperations } from "./operations/prompts.ts";
import { scoreOperations } from "./operations/scores.ts";
import { stepOperations } from "./operations/steps.ts";
import { threadOperations } from "./operations/threads.ts";
import { userOperations } from "./operations/users.ts";
import { startService } from "./service.ts";
import { methodNames, trackCalls, watchClasses } from "./track-calls.ts";

const service = await startService();
afterAll(() => service.close());
afterEach(() => vi.unstubAllEnvs());

const { LiteralClient, Score } = published;
const uncalledMethods = watchClasses(published);
const client = new LiteralClient({ apiKey: service.apiKey, apiUrl: service.url });
const called = new Set<string>();
const api = trackCalls(client.api, called);

describe("@literalai/client 0.1.5", () => {
  const subject = {
    api,
    newStep: (data: Parameters<typeof client.step>[0]) => client.step(data),
    newScore: (data: ConstructorParameters<typeof Score>[0]) => new Score(data),
  };
  threadOperations(subject);
  stepOperations(subject);
  userOperations(subject);
  scoreOperations(subject);
  datasetOperations(subject);
  promptOperations(subject);
  fileOperations(subject);

  const context = { client, api, service };
  contextOperations(context);
  attachmentOperations(context);
  experimentOperations(context);
  rolloutOperations(context);
  openaiOperations(context);
  frameworkOperations(context);

  test("getProjectId returns the project of the key", async () => {
    await expect(api.getProjectId()).resolves.toEqual(expect.any(String));
  });

  test("setting two environment variables makes the client use this service", async () => {
    vi.stubEnv("LITERAL_API_URL", service.url);
    vi.stubEnv("LITERAL_API_KEY", service.apiKey);
    await expect(new LiteralClient().api.getProjectId()).resolves.toEqual(expect.any(String));
  });

  test("a URL with a trailing slash works", async () => {
    const { api: withSlash } = new LiteralClient({ apiKey: service.apiKey, apiUrl: `${service.url}/` });
    await expect(withSlash.getStep("none")).resolves.toBeNull();
  });

  test("the error of a wrong key names the cause", async () => {
    const { api: stranger } = new LiteralClient({ apiKey: "wrong", apiUrl: service.url });
    await expect(stranger.getStep("none")).rejects.toThrow("UNAUTHENTICATED");
    await expect(stranger.getProjectId()).rejects.toThrow("UNAUTHENTICATED");
  });

  test("every public operation of the API was called", () => {
    const internal = ["makeGqlCall", "makeApiCall", "getPromptWithQuery"];
    expect(
      methodNames(Object.getPrototypeOf(client.api)).filter((name) => !called.has(name) && !internal.includes(name)),
    ).toEqual([]);
  });

  test("every method of the published classes was called", () => {
    expect(uncalledMethods()).toEqual([]);
  });

  test("every document that was sent is valid", () => {
    expect(service.documents.size).toBeGreaterThan(35);
    expectValidDocuments(service.documents);
  });
});
