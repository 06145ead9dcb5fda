import {
  array,
  assert,
  constant,
  double,
  integer,
  jsonValue,
  nat,
  oneof,
  property,
  record,
  string,
  configureGlobal,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../json/json-value.ts";
import { formatDateTime, parseDateTime } from "./date-time.ts";
import { readPayload } from "./json-values.ts";
import { promptIdentity } from "./prompt-identity.ts";
import { chooseVersion } from "./prompt-rollouts.ts";
import { toStorableText } from "./text.ts";

// With a fixed seed, every run tests the same inputs.
configureGlobal({ seed: 20_261_121 });

const json = jsonValue() as Arbitrary<JsonValue>;

test("a formatted date-time parses to itself, in any zone", () => {
  const times = integer({ min: 86_400_000, max: Date.UTC(9999, 11, 30) });
  const offsets = integer({ min: -14 * 60, max: 14 * 60 });
  assert(
    property(times, offsets, (time, offset) => {
      expect(parseDateTime(formatDateTime(time))).toBe(time);
      const minutes = Math.abs(offset);
      const two = (value: number): string => String(value).padStart(2, "0");
      const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
      const local = formatDateTime(time + offset * 60_000).slice(0, -1);
      expect(parseDateTime(local + zone)).toBe(time);
    }),
  );
});

test("any text becomes storable, idempotently, and keeps its length", () => {
  assert(
    property(string({ unit: "binary" }), integer({ min: 0xd8_00, max: 0xdf_ff }), (text, surrogate) => {
      const stored = toStorableText(`${text}\0${String.fromCharCode(surrogate)}`);
      expect(stored.isWellFormed() && !stored.includes("\0")).toBe(true);
      expect(stored).toHaveLength(text.length + 2);
      expect(toStorableText(stored)).toBe(stored);
    }),
  );
});

test("any JSON payload is kept", () => {
  assert(
    property(json, (value) => {
      expect(readPayload("input", value)).toBe(value);
    }),
  );
});

test("the identity of a prompt does not depend on key order", () => {
  const turned = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, part]) => [key, turned(part)]),
    );
  };
  assert(
    property(array(json), json, (templateMessages, settings) => {
      const identity = promptIdentity({ templateMessages, settings, tools: null });
      const other = promptIdentity({
        templateMessages: turned(templateMessages),
        settings: turned(settings),
        tools: [],
      });
      expect(other).toBe(identity);
    }),
  );
});

test("a drawn version always has weight", () => {
  const rollouts = array(
    record({ version: nat(), rollout: oneof(constant(0), double({ min: 0, max: 1e6, noNaN: true })) }),
  );
  assert(
    property(rollouts, double({ min: 0, max: 0.999_999, noNaN: true }), (weighted, random) => {
      const version = chooseVersion(weighted, random);
      const candidates = weighted.filter(({ rollout }) => rollout > 0).map((entry) => entry.version);
      expect(candidates.length === 0 ? version === null : candidates.includes(version ?? -1)).toBe(true);
    }),
  );
});
