import { Threadline } from "@threadline/core";
import { expect, test } from "vitest";
import { openModel } from "../../demo/src/model-access.ts";
import { runDemo } from "../../demo/src/run-demo.ts";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";

/** One red pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

/** WAV file with a tenth of a second of silence. */
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

test("the demo's threads read as conversations of messages, tools and answers", async () => {
  const { page, goto, projectId, url, apiKey } = await openUi({ path: null });
  const client = new Threadline({ apiKey, url });
  const model = await openModel();
  const { threadIds } = await runDemo({ client, model });
  await model.close();
  const open = async (thread: number, search = ""): Promise<void> =>
    goto(`/projects/${projectId}/logs/threads/${threadIds[thread]}${search}`);

  await open(0);
  const articles = page.getByRole("list", { name: "Chat" }).getByRole("article");
  await articles.nth(2).waitFor();
  await expect.poll(() => articles.count()).toBe(3);
  await articles.nth(0).getByText("Where is my order A-1042?").waitFor();
  await articles.nth(1).getByText("look_up_order").first().waitFor();
  await articles.nth(2).getByText("It should reach you on Thursday.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Parcel on its way?" }).waitFor();
  await page.getByRole("link", { name: "Newer thread" }).click();
  await page.getByRole("heading", { level: 1, name: "Boots and a tent" }).waitFor();
  await page.getByRole("button", { name: "Show PDF" }).click();
  expect(await page.locator("iframe").getAttribute("src")).toMatch(/^blob:/);

  await open(4, "?view=transcript");
  const transcript = page.getByRole("list", { name: "Transcript" });
  await transcript.getByText("The Heron 2 sleeps two and costs 240 euros").first().waitFor();
  await expect.poll(() => transcript.innerText()).toContain("Subagent");
});

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
  const link = message.getByRole("link", { name: "Open elsewhere.png at its source" });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
});

test("a thread updates live without moving what is being read", async () => {
  const steps = Array.from({ length: 120 }, (_, number) => ({
    id: `step-${number}`,
    threadId: "long",
    type: "run",
    name: `step ${number}`,
    startTime: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  }));
  const { page, goto, projectId, ingest } = await openUi({ path: null, seed: (service) => service.ingest(steps) });
  await goto(`/projects/${projectId}/logs/threads/long?view=tree`);
  await page.getByText("Live", { exact: true }).waitFor();
  const scroller = page.getByRole("tree");
  await page.getByText("step 0", { exact: true }).waitFor();
  await scroller.evaluate((element) => void (element.scrollTop = 60 * 30));
  const place = () =>
    page.getByText("step 65", { exact: true }).evaluate((element) => element.getBoundingClientRect().top);
  // The top rows are no longer rendered: the page scrolled.
  await page.getByText("step 0", { exact: true }).waitFor({ state: "detached" });
  const before = await place();
  await ingest([
    { id: "first", threadId: "long", parentId: "step-0", name: "came late", startTime: "2026-01-01T00:00:00.500Z" },
    { id: "last", threadId: "long", name: "came last", startTime: "2026-01-02T00:00:00Z" },
  ]);
  await expect.poll(() => scroller.getAttribute("data-rows")).toBe("122");
  await expect.poll(place).toBe(before);
  await scroller.evaluate((element) => void (element.scrollTop = element.scrollHeight));
  await page.getByText("came last").waitFor();
});

test("a payload of megabytes is cut, and shown whole when asked", async () => {
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
  await page.getByRole("region", { name: "Output" }).getByRole("button", { name: "JSON" }).click();
  await page.getByRole("region", { name: "Output" }).getByText("list").waitFor();
});
