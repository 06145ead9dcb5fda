import { constantFrom, dictionary, jsonValue, oneof, sample, string } from "fast-check";
import type { Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../../src/json/parse-json.ts";
import { byInputs, fuzzSeed } from "../../test-inputs.ts";
import { describeSampledStores } from "../trust-stores.ts";
import { openFuzzTarget } from "./fuzz-target.ts";

const batch = 500;
const page = 100;

const text = oneof(
  string({ unit: "binary", maxLength: 12 }),
  constantFrom("\u0000", "\ud800", "\udc00a", "\u2028", "é", "e\u0301", "👩‍👩‍👧", "\\", '"', "\u001b[2J", ""),
);
const payload: Arbitrary<unknown> = oneof(
  { arbitrary: jsonValue({ maxDepth: 3, stringUnit: "binary" }), weight: 5 },
  { arbitrary: dictionary(text, oneof(text, jsonValue({ maxDepth: 1 })), { maxKeys: 5 }), weight: 3 },
  { arbitrary: text, weight: 1 },
  {
    arbitrary: constantFrom<unknown>(
      1e308,
      5e-324,
      2 ** 53 + 2,
      0.1 + 0.2,
      [],
      {},
      [[[[[[]]]]]],
      JSON.parse('{"__proto__":{"a":1},"constructor":[]}'),
      { "": "", "a.b": 1, "a[0]": 2, $a: 3 },
    ),
    weight: 1,
  },
);

describeSampledStores(({ open, share }) => {
  test("Q2: random JSON is stored and read back equal", { timeout: 600_000 }, async () => {
    const target = await openFuzzTarget(open);
    // Each step has two payloads.
    const payloadCount = byInputs({ few: 500 * share, some: 15_000 * share, many: 100_000 * share, all: 100_000 });
    process.stderr.write(`${payloadCount} payloads from THREADLINE_FUZZ_SEED=${fuzzSeed}\n`);
    const inputs = sample(payload, { numRuns: Math.ceil(payloadCount / 2), seed: fuzzSeed });
    const outputs = sample(payload, { numRuns: Math.ceil(payloadCount / 2), seed: fuzzSeed + 1 });
    const document = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }";
    for (let start = 0; start < inputs.length; start += batch) {
      const steps = inputs
        .slice(start, start + batch)
        .map((input, index) => ({ id: String(start + index), input, output: outputs[start + index] }));
      expect(await target.graphql(document, { steps })).not.toContain('"ok":false');
    }
    const list =
      "query ($after: ID) { steps(first: 100, after: $after) { pageInfo { endCursor } edges { node { id input output } } } }";
    const different: object[] = [];
    let equal = 0;
    let after: string | null = null;
    for (let start = 0; start < inputs.length; start += page) {
      const { data } = parseJson(await target.graphql(list, { after })) as unknown as {
        data: {
          steps: {
            pageInfo: { endCursor: string };
            edges: { node: { id: string; input: unknown; output: unknown } }[];
          };
        };
      };
      after = data.steps.pageInfo.endCursor;
      for (const { node } of data.steps.edges) {
        const sent = { input: inputs[Number(node.id)], output: outputs[Number(node.id)] };
        // Comparing texts also checks the order of keys.
        const read = JSON.stringify([node.input, node.output]);
        if (read === JSON.stringify([sent.input, sent.output])) equal += 2;
        else different.push({ sent, read });
      }
    }
    expect(different).toEqual([]);
    expect(equal).toBe(inputs.length * 2);
    await target.checkAlive();
  });
});
