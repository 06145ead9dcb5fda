import { expect, test } from "vitest";
import { combineCalls } from "./combine-calls.ts";

test("calls of a query become one document with numbered variables", () => {
  const text = "query q($id:String!$first:Int){item(id:$id){name parts(first:$first){id}}}";
  expect(combineCalls(text, [{ id: "a", first: 1 }, { id: "b" }])).toEqual({
    text:
      "query($id_0:String!$first_0:Int$id_1:String!$first_1:Int)" +
      "{r0:item(id:$id_0){name parts(first:$first_0){id}}r1:item(id:$id_1){name parts(first:$first_1){id}}}",
    field: "item",
    variables: { id_0: "a", first_0: 1, id_1: "b" },
  });
});

test.each([
  "query q($id:String!){item(id:$id){name}other(id:$id){name}}",
  "query q($id:String!){item(id:$id){...part}}fragment part on Item{name}",
  "mutation m($id:String!){item(id:$id){name}}",
])("%s cannot be combined", (text) => {
  expect(() => combineCalls(text, [{ id: "a" }])).toThrow("cannot be combined");
});
