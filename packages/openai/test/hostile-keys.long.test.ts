import { join } from "node:path";
import { expect, test } from "vitest";
import { runFrozen } from "../../../tooling/hostile-keys.ts";
import { chatCompletions } from "../src/mapping/chat-completions.ts";

test(
  "keys such as __proto__ in responses and streams of every endpoint are plain data",
  { timeout: 120_000 },
  async () => {
    const run = (await runFrozen(join(import.meta.dirname, "hostile-keys-process.ts"))) as Record<string, unknown>;
    expect(run).toMatchObject({ errors: [], dropped: 0, changes: [] });
    expect(run["recorded"]).toBeGreaterThan(150);
  },
);

test.each([
  '{"__proto__":{"polluted":"yes"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"tool_calls":[{"index":0,"__proto__":{"polluted":"yes"},"function":{"constructor":{"prototype":{"polluted":"yes"}}}}]}',
  '{"audio":{"__proto__":{"__proto__":{"polluted":"yes"}}}}',
])("a delta %s is not changed", (delta) => {
  const reader = chatCompletions.createReader?.();
  reader?.add(JSON.parse(`{"choices":[{"index":0,"delta":${delta}}]}`) as Record<string, unknown>);
  expect("polluted" in {}).toBe(false);
  const { tool_calls: calls, ...fields } = JSON.parse(delta) as Record<string, unknown>;
  const recorded = JSON.stringify(reader?.read().generation.messageCompletion);
  expect(recorded).toContain(JSON.stringify(fields).slice(1, -1));
  expect(recorded.includes("polluted")).toBe(true);
  expect(calls === undefined || recorded.includes('"constructor"')).toBe(true);
});
