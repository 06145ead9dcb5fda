import { Threadline } from "@threadline/core";
import { expect, test } from "vitest";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

function wav(): Buffer {
  const samples = Buffer.alloc(800, 128);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

test("images and audio play inline; files hosted elsewhere are links, and are not loaded", async () => {
  const { page, goto, projectId, url, apiKey, ingest } = await openUi({
    path: null,
    seed: (service) => service.ingest(supportThread),
  });
  const client = new Threadline({ apiKey, url });
  const files = [
    { name: "photo.png", mime: "image/png", content: png },
    { name: "call.wav", mime: "audio/wav", content: wav() },
    { name: "clip.mp4", mime: "video/mp4", content: Buffer.from("no film yet") },
    { name: "bill.pdf", mime: "application/pdf", content: Buffer.from("%PDF-1.4\n%%EOF\n") },
    { name: "drawing.svg", mime: "image/svg+xml", content: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
  ];
  const uploaded = await Promise.all(
    files.map(async ({ name, mime, content }) => {
      const { objectKey } = await client.api.uploadFile({ content, mime, threadId: "support" });
      return { name, mime, objectKey };
    }),
  );
  const elsewhere = { name: "elsewhere.png", mime: "image/png", url: "https://files.example/elsewhere.png" };
  await ingest([{ id: "question", attachments: [...uploaded, elsewhere] }]);

  await goto(`/projects/${projectId}/logs/threads/support`);
  const message = page.getByRole("article").first();
  const image = message.getByRole("img", { name: "photo.png" });
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
  expect(await message.locator("audio").getAttribute("aria-label")).toBe("call.wav");
  expect(await message.locator("video").getAttribute("aria-label")).toBe("clip.mp4");
  await message.getByRole("button", { name: "Show PDF" }).click();
  await expect.poll(() => message.locator("iframe").getAttribute("title")).toBe("bill.pdf");
  await expect.poll(() => message.getByText("drawing.svg").count()).toBe(1);
  expect(await message.locator("img").count()).toBe(1);
  const link = message.getByRole("link", { name: "Open elsewhere.png (external file)" });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
});

test("a payload of megabytes is truncated, and shown in full on request", async () => {
  const words = Array.from({ length: 60_000 }, (_, number) => `word-${number}`).join(" ");
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([{ id: "large", threadId: "large", type: "tool", input: { words }, output: { list: words.split(" ") } }]),
  });
  await goto(`/projects/${projectId}/logs/threads/large?view=tree&currentStepId=large`);
  const input = page.getByRole("region", { name: "Input" });
  await input.getByRole("button", { name: "Raw", exact: true }).click();
  await expect.poll(() => input.innerText()).toContain("word-100 ");
  expect(await input.innerText()).not.toContain("word-59999");
  await input.getByRole("button", { name: /^Show all/ }).click();
  await expect.poll(() => input.innerText()).toContain("word-59999");
  await page.getByRole("region", { name: "Output" }).getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByRole("region", { name: "Output" }).getByText("list").waitFor();
});
