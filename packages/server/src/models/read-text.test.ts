import { expect, test } from "vitest";
import { readStart, readText } from "./read-text.ts";

const tooLarge = () => new Error("too large");

/** Response that sends the chunks and then more bytes without an end, or fails with `error`. */
function respond(chunks: readonly Uint8Array[], error?: Error) {
  const left = [...chunks];
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined && error !== undefined) controller.error(error);
      else controller.enqueue(chunk ?? new Uint8Array(100));
    },
    cancel: () => void (isCanceled = true),
  });
  return { response: new Response(body), isCanceled: () => isCanceled };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a body up to the limit is text, whatever its chunks", async () => {
  expect(await readText(new Response("né"), 3, tooLarge)).toBe("né");
  expect(await readText(new Response(null), 3, tooLarge)).toBe("");
  expect(await readText(new Response("\uFEFF{}"), 5, tooLarge)).toBe("{}");
  const whole = bytes("né");
  const { response } = respond([whole.slice(0, 2), whole.slice(2)], new Error("lost"));
  expect(await readStart(response, 3)).toMatchObject({ text: "né", isCut: false });
});

test("a body above the limit is rejected, and not read to its end", async () => {
  await expect(readText(new Response("four"), 3, tooLarge)).rejects.toThrow("too large");
  const { response, isCanceled } = respond([bytes("start")]);
  await expect(readText(response, 50, tooLarge)).rejects.toThrow("too large");
  expect(isCanceled()).toBe(true);
});

test("the start of a body is what was read before the limit or an error", async () => {
  expect(await readStart(new Response("start and more"), 5)).toEqual({ text: "start", isCut: true, error: undefined });
  const lost = new Error("lost");
  expect(await readStart(respond([bytes("start")], lost).response, 50)).toEqual({
    text: "start",
    isCut: false,
    error: lost,
  });
  await expect(readText(respond([bytes("start")], lost).response, 50, tooLarge)).rejects.toBe(lost);
});
