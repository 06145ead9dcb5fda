import { expect, test } from "vitest";
import { spanOf } from "../../../test/otlp/span-of.ts";
import { mapSpan } from "../map-span.ts";

test("a call of LangWatch has typed values for input and output, and tokens beside them", () => {
  // langwatch 1.4.0 sent these attributes on 2026-11-24.
  const facts = mapSpan(
    spanOf({
      "langwatch.span.type": "llm",
      "gen_ai.request.model": "openai/gpt-4o-mini",
      "langwatch.input": { type: "chat_messages", value: [{ role: "user", content: "Where is my order?" }] },
      "langwatch.output": { type: "chat_messages", value: [{ role: "assistant", content: "It has shipped." }] },
      "langwatch.params": { temperature: 0.2 },
      "langwatch.metrics": { prompt_tokens: 120, completion_tokens: 17, first_token_ms: 40 },
      "gen_ai.usage.prompt_tokens": 120,
      "gen_ai.usage.completion_tokens": 17,
    }),
  );
  expect(facts).toMatchObject({
    role: "model",
    provider: "openai",
    requestModel: "openai/gpt-4o-mini",
    settings: { model: "openai/gpt-4o-mini", temperature: 0.2 },
    messages: [{ role: "user", content: "Where is my order?" }],
    completion: { role: "assistant", content: "It has shipped." },
    usage: { input: 120, output: 17 },
    timeToFirstToken: 40,
  });
});

test("tools, retrievers and the root of a LangWatch trace have their values, session, user and labels", () => {
  const tool = {
    "langwatch.span.type": "tool",
    "langwatch.input": { type: "json", value: { order_id: "8841" } },
    "langwatch.output": { type: "json", value: { status: "shipped" } },
  };
  expect(mapSpan(spanOf(tool))).toMatchObject({
    role: "tool",
    input: { order_id: "8841" },
    output: { status: "shipped" },
  });
  const contexts = [{ document_id: "d1", content: "a doc" }];
  const retriever = {
    "langwatch.span.type": "rag",
    "langwatch.input": { type: "text", value: "order" },
    "langwatch.rag_contexts": contexts,
  };
  expect(mapSpan(spanOf(retriever))).toMatchObject({ role: "retrieval", input: "order", output: contexts });
  const root = mapSpan(
    spanOf({
      metadata: { user_id: "amara@example.com", thread_id: "conv-42", labels: ["support"], plan: "pro" },
      "langwatch.span.type": "span",
      "langwatch.output": { type: "text", value: "It has shipped." },
    }),
  );
  expect(root).toMatchObject({
    role: "chain",
    output: "It has shipped.",
    sessionId: "conv-42",
    userId: "amara@example.com",
    tags: ["support"],
    metadata: { plan: "pro" },
  });
  const typescript = mapSpan(
    spanOf({
      "langwatch.user.id": "amara@example.com",
      "langwatch.thread.id": "conv-42",
      "langwatch.labels": ["support"],
    }),
  );
  expect(typescript).toMatchObject({ sessionId: "conv-42", userId: "amara@example.com", tags: ["support"] });
});
