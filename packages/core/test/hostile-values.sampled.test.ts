import { assert, property, sample } from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createEncoder } from "../src/delivery/encode-record.ts";
import type { RecordedData } from "../src/delivery/record.ts";
import { textOf } from "../src/delivery/shared-json.ts";
import { byInputs, fuzzSeed as seed } from "../../server/test/test-inputs.ts";
import { endless, hostileMaker } from "./hostile-values.ts";
import { startService } from "./start-service.ts";

const numRuns = byInputs({ few: 1_000, many: 10_000, all: 10_000 });

/** Maximum length of a record, in characters. It results from the limits of its fields. */
const maxCharacters = 10_000_000;

const errors: unknown[] = [];
const encoders = [{}, { mask: (record: RecordedData) => record }].map((options) =>
  createEncoder(options, (error) => errors.push(error)),
);

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce((most: number, inner) => Math.max(most, depthOf(inner)), 0);
}

/** Records the value in several fields of a step. Throws unless the service accepts the step. */
function checkEncoded(value: unknown): void {
  const record = { id: "s", type: "tool", input: { value }, metadata: { value }, generation: { tools: value } };
  for (const encode of encoders) {
    const json = textOf(encode("step", record));
    const read = JSON.parse(json) as Record<string, unknown>;
    expect({ id: read["id"], type: read["type"] }).toEqual({ id: "s", type: "tool" });
    expect(Object.keys(read).every((key) => key in record)).toBe(true);
    expect(json.length).toBeLessThan(maxCharacters);
    expect(depthOf(read)).toBeLessThanOrEqual(256);
  }
  expect(errors).toEqual([]);
  expect("polluted" in {}).toBe(false);
}

test("T110, F72: no value of a host throws or breaks the JSON of a record", { timeout: 600_000 }, () => {
  process.stderr.write(`values of a host: ${numRuns} inputs from THREADLINE_FUZZ_SEED=${seed}\n`);
  assert(
    property(hostileMaker, (make) => checkEncoded(make())),
    { numRuns, seed },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test.each(endless)("T110: a list without an end is truncated (%#)", (make) => {
  const json = encoders[0]?.("step", { id: "s", metadata: { value: make() } }) ?? "";
  expect(json.length).toBeLessThan(maxCharacters);
  expect(json).toContain("[Truncated: ");
});

test(
  "T110, R7: the host gets its return values unchanged, and every step is stored",
  { timeout: 600_000 },
  async () => {
    const service = startService();
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const { client } = service;
    const makers = sample(hostileMaker, { numRuns: Math.ceil(numRuns / 10), seed });
    for (const [index, make] of makers.entries()) {
      const value = make();
      const box = { value };
      const step = client.step({ id: `s${index}`, name: "s", type: "tool", input: { value: value as never } });
      expect(await step.wrap(() => box)).toBe(box);
    }
    expect(await client.flush({ timeoutMs: 120_000 })).toEqual({ delivered: makers.length, pending: 0, dropped: 0 });
    expect((await client.api.getSteps({ first: 1 })).totalCount).toBe(makers.length);
    expect(service.errors).toEqual([]);
    expect(rejections).toEqual([]);
  },
);
