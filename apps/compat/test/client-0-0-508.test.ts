import * as published from "@literalai/client";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { experimentOperations } from "./client-0-0-508/experiments.ts";
import { openaiOperations } from "./client-0-0-508/openai.ts";
import { threadOperations as ownThreadOperations } from "./client-0-0-508/threads.ts";
import { expectValidDocuments } from "./expect-valid-documents.ts";
import { datasetOperations } from "./operations/datasets.ts";
import { fileOperations } from "./operations/files.ts";
import { promptOperations } from "./operations/prompts.ts";
import { scoreOperations } from "./operations/scores.ts";
import { stepOperations } from "./operations/steps.ts";
import { threadOperations } from "./operations/threads.ts";
import { userOperations } from "./operations/users.ts";
import { startService } from "./service.ts";
import type { SharedApi, Subject } from "./subject.ts";
import { methodNames, trackCalls, watchClasses } from "./track-calls.ts";

const service = await startService();
afterAll(() => service.close());
afterEach(() => vi.unstubAllEnvs());

const { LiteralClient, Score } = published;
const uncalledMethods = watchClasses(published);
const client = new LiteralClient(service.apiKey, service.url);
const called = new Set<string>();
const api = trackCalls(client.api, called);

describe("@literalai/client 0.0.508", () => {
  // The tests use the types of client 0.1.5. This client has the same operations and parameters, and only its classes
  // have other names.
  const subject: Subject = {
    api: api as unknown as SharedApi,
    newStep: (data) => client.step(data as never) as never,
    newScore: (data) => new Score(data as never),
  };
  threadOperations(subject);
  stepOperations(subject);
  userOperations(subject);
  scoreOperations(subject);
  datasetOperations(subject);
  promptOperations(subject);
  fileOperations(subject);

  const context = { client, api };
  ownThreadOperations(context);
  experimentOperations(context);
  openaiOperations(context);

  test("getProjectId returns the project of the key", async () => {
    await expect(api.getProjectId()).resolves.toEqual(expect.any(String));
  });

  test("setting two environment variables makes the client use this service", async () => {
    vi.stubEnv("LITERAL_API_URL", service.url);
    vi.stubEnv("LITERAL_API_KEY", service.apiKey);
    await expect(new LiteralClient().api.getProjectId()).resolves.toEqual(expect.any(String));
  });

  test("a URL with a trailing slash works", async () => {
    const { api: withSlash } = new LiteralClient(service.apiKey, `${service.url}/`);
    await expect(withSlash.getStep("none")).resolves.toBeNull();
  });

  test("the error of a wrong key names the cause", async () => {
    const { api: stranger } = new LiteralClient("wrong", service.url);
    await expect(stranger.getStep("none")).rejects.toThrow("UNAUTHENTICATED");
  });

  test("every public operation of the API was called", () => {
    const internal = ["makeGqlCall", "makeApiCall"];
    expect(
      methodNames(Object.getPrototypeOf(client.api)).filter((name) => !called.has(name) && !internal.includes(name)),
    ).toEqual([]);
  });

  test("every method of the published classes was called", () => {
    expect(uncalledMethods()).toEqual([]);
  });

  test("every document that was sent is valid", () => {
    expect(service.documents.size).toBeGreaterThan(30);
    expectValidDocuments(service.documents);
  });
});
