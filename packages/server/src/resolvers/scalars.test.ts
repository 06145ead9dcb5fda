import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

const api = await openTestApi();

test("inline literals are JSON values, and __proto__ is a key like any other", async () => {
  await api.run(
    `mutation { ingestStep(id: "s", input: { __proto__: { polluted: true }, list: [1, 2.5, "x", null, true, word] }) { ok } }`,
  );
  const { step } = await api.run(`{ step(id: "s") { input } }`);
  expect(JSON.stringify(step.input)).toBe(`{"__proto__":{"polluted":true},"list":[1,2.5,"x",null,true,"word"]}`);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("JSON of variables is returned unchanged", async () => {
  const input: unknown = JSON.parse(
    `{"__proto__":{"a":1},"constructor":{"prototype":{}},"nul":"\\u0000","lone":"\\ud800","n":-0.5,"":[]}`,
  );
  await api.run(`mutation ($input: Json) { ingestStep(id: "v", input: $input) { ok } }`, { input });
  const { step } = await api.run(`{ step(id: "v") { input } }`);
  expect(JSON.stringify(step.input)).toBe(JSON.stringify(input));
});

test("a date-time is returned in UTC, for input in any zone", async () => {
  await api.run(
    `mutation ($end: DateTime) { ingestStep(id: "d", startTime: "2024-12-01 10:00:00.123456", endTime: $end) { ok } }`,
    {
      end: "2024-12-01T12:00:01+02:00",
    },
  );
  expect(await api.run(`{ step(id: "d") { startTime endTime } }`)).toEqual({
    step: { startTime: "2024-12-01T10:00:00.123Z", endTime: "2024-12-01T10:00:01.000Z" },
  });
});

test("the error of an invalid date-time names its argument or position", async () => {
  const inVariable = await api.execute(`mutation ($at: DateTime) { ingestStep(id: "d", startTime: $at) { ok } }`, {
    at: "soon",
  });
  expect(inVariable.errors?.[0]?.message).toContain("$at");
  const inline = await api.execute(`mutation { ingestStep(id: "d", startTime: "20000-01-01") { ok } }`);
  expect(inline.errors?.[0]?.message).toContain("must be an ISO 8601 date-time");
  expect(inline.errors?.[0]?.locations).toEqual([{ line: 1, column: 43 }]);
});
