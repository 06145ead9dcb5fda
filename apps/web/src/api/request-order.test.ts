import { expect, test } from "vitest";
import { inOrder } from "./request-order.ts";

function open(): {
  readonly promise: Promise<string>;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
} {
  return Promise.withResolvers<string>();
}

test("requests with a low priority are sent when no request with a high priority is in flight", async () => {
  const sent: string[] = [];
  const [list, values] = [open(), open()];
  const send = (name: string, answer: Promise<string>) => () => {
    sent.push(name);
    return answer;
  };
  const all = [
    inOrder("high", send("list", list.promise)),
    inOrder("high", send("values", values.promise)),
    inOrder("low", send("counts", Promise.resolve("counted"))),
    inOrder(undefined, send("settings", Promise.resolve("read"))),
  ];
  expect(sent).toEqual(["list", "values", "settings"]);
  list.resolve("listed");
  expect(await all[0]).toBe("listed");
  expect(sent).toEqual(["list", "values", "settings"]);
  values.reject(new Error("unreachable"));
  await expect(all[1]).rejects.toThrow("unreachable");
  expect(await all[2]).toBe("counted");
  expect(sent).toEqual(["list", "values", "settings", "counts"]);
  expect(await inOrder("low", send("facets", Promise.resolve("found")))).toBe("found");
});
