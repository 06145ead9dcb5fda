import { expect, test } from "vitest";
import { apiKey } from "../test-server.ts";
import { describeStores, openForTest } from "./trust-stores.ts";

const steps = [
  {
    id: "question",
    type: "user_message",
    name: "CANARY Ada",
    output: { content: "Is it open today?" },
    scores: [{ id: "rating", name: "good", type: "HUMAN", value: 1, scorer: "CANARY scorer", comment: "CANARY kind" }],
  },
  {
    id: "call",
    type: "llm",
    name: "CANARY ada@example.com",
    tags: ["CANARY ada@example.com", "release"],
    metadata: { customer: { email: "CANARY ada@example.com", plan: "pro" }, all: ["CANARY ada@example.com"] },
    generation: { model: "gpt", settings: { temperature: 0, user: "CANARY hash" } },
    scores: [{ id: "judged", name: "right", type: "AI", value: 1, scorer: "judge v1" }],
  },
  { id: "answer", type: "assistant_message", name: "Bot", output: { content: "Until six." } },
];

describeStores(({ open }) => {
  test("a share link contains neither the user nor the people who scored", async () => {
    const { server } = await openForTest(open, { apiKey });
    const ask = async (query: string, variables: object, headers: Record<string, string>) => {
      const response = await server.fetch("http://localhost/api/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const text = await response.text();
      return { text, ...(JSON.parse(text) as { data: Record<string, unknown>; errors?: unknown }) };
    };
    const key = { "x-api-key": apiKey };
    const created = await ask(
      `mutation ($steps: [StepInput!]!) {
        createParticipant(identifier: "CANARY ada@example.com") { id }
        ingestSteps(steps: $steps) { ok }
        createScore(threadId: "t", name: "resolved", type: HUMAN, value: 1, scorer: "CANARY scorer") { id }
      }`,
      { steps: steps.map((step) => ({ ...step, threadId: "t" })) },
      key,
    );
    const { id } = created.data["createParticipant"] as { readonly id: string };
    const shared = await ask(
      `mutation ($user: String!, $metadata: Json) {
        upsertThread(id: "t", name: "Opening hours", participantId: $user, metadata: $metadata) { id }
        shareThread(threadId: "t") { token }
      }`,
      { user: id, metadata: { user_id: "CANARY ada@example.com", participant: id, plan: "pro" } },
      key,
    );
    const { token } = shared.data["shareThread"] as { readonly token: string };
    const { text, data, errors } = await ask(
      `{
        sharedThread {
          name metadata tags outline participantId participant { identifier }
          scores { name scorer }
          turnCount stepScores { name scorer comment }
          steps {
            id name tags metadata participantIdentifier output
            scores { name type scorer comment }
            generation { settings metadata }
          }
        }
        threadDetail(id: "t") { metadata outline }
        step(id: "question") { name scores { scorer } thread { participantId metadata } }
        generation(id: "call") { settings metadata tags }
      }`,
      {},
      { "x-threadline-share": token },
    );
    expect(errors).toBeUndefined();
    expect(text).not.toContain(id);
    expect(text.match(/CANARY[^"]*/gu) ?? []).toEqual([]);
    expect(data["sharedThread"]).toMatchObject({
      name: "Opening hours",
      metadata: { user_id: null, participant: null, plan: "pro" },
      scores: [{ name: "resolved", scorer: null }],
      turnCount: 1,
      stepScores: expect.arrayContaining([
        { name: "good", scorer: null, comment: null },
        { name: "right", scorer: "judge v1", comment: null },
      ]),
      outline: { id: ["question", "call", "answer"], names: ["Bot"], name: [-1, -1, 0] },
      steps: [
        {
          id: "question",
          name: null,
          output: { content: "Is it open today?" },
          scores: [{ name: "good", scorer: null, comment: null }],
        },
        {
          id: "call",
          name: null,
          tags: ["release"],
          metadata: { customer: { email: null, plan: "pro" }, all: [null] },
          generation: { settings: { temperature: 0 } },
          scores: [{ name: "right", type: "AI", scorer: "judge v1" }],
        },
        { id: "answer", name: "Bot" },
      ],
    });
    const owner = await ask('{ threadDetail(id: "t") { outline participant { identifier } } }', {}, key);
    expect(owner.text).toContain("CANARY Ada");
  });
});
