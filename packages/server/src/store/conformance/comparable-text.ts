import { describe, expect, test } from "vitest";
import { toComparable, toComparableJson, foldCase } from "../comparable-text.ts";
import type { JsonValue } from "../../json/json-value.ts";
import type { Filter } from "../list.ts";
import type { OpenStore } from "./open-store.ts";
import { project, withStore } from "./with-store.ts";

/** Characters that stores may represent differently: NUL, lone surrogates, their replacement, and escapes of them. */
const pieces = ["a", "B", "\0", "\ud800", "\udc00", "\ufffd", "É", "😀", '"', "\\", "\\u0000", "\n"];
const operators = ["eq", "neq", "ilike", "nilike", "in", "nin", "gt", "lte"] as const;

/** Random numbers below a limit, the same in each run. */
function createDraw(): (bound: number) => number {
  let state = 7;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * bound);
  };
}

function textOf(value: JsonValue | undefined): string | null {
  if (value == null) return null;
  return typeof value === "string" ? toComparable(value) : toComparableJson(JSON.stringify(value));
}

function contains(text: string, needle: string): boolean {
  const wanted = toComparable(needle);
  const spelled = toComparableJson(JSON.stringify(wanted).slice(1, -1));
  return [wanted, spelled].some((each) => foldCase(text).includes(foldCase(each)));
}

function passes(value: JsonValue | undefined, operator: (typeof operators)[number], needle: string): boolean {
  const text = textOf(value);
  const isNegative = operator === "neq" || operator === "nilike" || operator === "nin";
  if (text === null) return isNegative;
  const order = Buffer.compare(Buffer.from(text), Buffer.from(toComparable(needle)));
  if (operator === "gt") return order > 0;
  if (operator === "lte") return order <= 0;
  return isNegative !== (operator.endsWith("like") ? contains(text, needle) : order === 0);
}

export function describeComparableText(openStore: OpenStore): void {
  describe("NUL and lone surrogates", () => {
    test("are found as U+FFFD, in payloads, metadata and names, whatever the operator", () =>
      withStore(openStore, async ({ steps }) => {
        const draw = createDraw();
        const drawText = (): string => Array.from({ length: 1 + draw(3) }, () => pieces[draw(pieces.length)]).join("");
        const records = Array.from({ length: 80 }, (_, index) => {
          const text = drawText();
          const value: JsonValue = index % 4 === 0 ? { inner: text } : text;
          const name = toComparable(drawText());
          return {
            id: `${index}`,
            createdAt: index + 1,
            name,
            input: value,
            metadata: { k: value, [drawText()]: text },
          };
        });
        await steps.ingest(project, records);
        const find = async (filter: Filter): Promise<string[]> =>
          (await steps.list(project, { first: 100, filters: [filter] })).edges
            .map(({ node }) => node.id)
            .toSorted((one, other) => Number(one) - Number(other));
        for (let round = 0; round < 60; round += 1) {
          const needle = drawText();
          const operator = operators[draw(operators.length)] ?? "eq";
          const value = operator === "in" || operator === "nin" ? [needle] : needle;
          const expected = (read: (record: (typeof records)[number]) => JsonValue | undefined): string[] =>
            records.filter((record) => passes(read(record), operator, needle)).map(({ id }) => id);
          const about = JSON.stringify({ operator, needle });
          // oxlint-disable-next-line no-await-in-loop -- one filter after the other, here and below
          expect(await find({ field: "metadata", path: "k", operator, value }), `metadata ${about}`).toEqual(
            expected(({ metadata }) => metadata.k),
          );
          // oxlint-disable-next-line no-await-in-loop
          expect(await find({ field: "input", operator, value }), `input ${about}`).toEqual(
            expected(({ input }) => input),
          );
          // The service sanitizes filter values for plain columns before they reach the store.
          const plain = operator === "in" || operator === "nin" ? [toComparable(needle)] : toComparable(needle);
          if (operator === "gt" || operator === "lte") continue;
          // oxlint-disable-next-line no-await-in-loop
          expect(await find({ field: "name", operator, value: plain }), `name ${about}`).toEqual(
            records.filter(({ name }) => passesPlain(name, operator, toComparable(needle))).map(({ id }) => id),
          );
        }
        const odd = { ...records[0], id: "odd", createdAt: 500, metadata: { "p\0": "q\ud800" } };
        await steps.ingest(project, [odd]);
        expect(await find({ field: "metadata", path: "p\ufffd", operator: "eq", value: "q\ufffd" })).toEqual(["odd"]);
        expect(await find({ field: "metadata", path: "p\0", operator: "nis", value: null })).toEqual(["odd"]);
      }));
  });
}

function passesPlain(text: string, operator: (typeof operators)[number], needle: string): boolean {
  const isNegative = operator === "neq" || operator === "nilike" || operator === "nin";
  const isFound = operator.endsWith("like") ? foldCase(text).includes(foldCase(needle)) : text === needle;
  return isNegative !== isFound;
}
