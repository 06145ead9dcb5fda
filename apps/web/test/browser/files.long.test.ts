import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findProgram, needs } from "../../../../packages/server/test/requirements.ts";
import { inheritedEnvironment } from "./find-chromium.ts";
import { openUi } from "./open-ui.ts";
import { launchBrowser } from "./shared-browser.ts";

// The bundled browser has no PDF viewer, so this uses an installed one.
const executablePath = process.env["CHROMIUM_PATH"] ?? findProgram("chromium");
const needsViewer = needs("chromium with a PDF viewer", executablePath !== null);
let browser: Browser | undefined;

beforeAll(async () => {
  if (executablePath !== null) browser = await launchBrowser({ executablePath, env: inheritedEnvironment() });
});
afterAll(() => browser?.close());

/** A PDF with one page and one word. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 38>>stream
BT /F1 24 Tf 50 50 Td (Hello) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
const script = "<script>document.title = 'ran'</script>";

/**
 * Stores a file in the service. The service serves a page instead of the UI, with the same content security policy.
 * `show` is the script of the page, in which `url` is the URL of the file.
 */
async function upload(contentType: string, body: string, show = "") {
  const webDir = await mkdtemp(join(tmpdir(), "threadline-planted-"));
  onTestFinished(() => rm(webDir, { recursive: true }));
  await writeFile(
    join(webDir, "index.html"),
    '<!doctype html><meta name="base-path" content="/" /><script type="module" src="./main.js"></script>',
  );
  await writeFile(join(webDir, "main.js"), `const url = decodeURIComponent(location.hash.slice(1));\n${show}`);
  const ui = await openUi({ server: { webDir }, path: null, browser });
  const headers = { "x-api-key": ui.apiKey, "content-type": "application/json" };
  const request = JSON.stringify({ fileName: "file", contentType, uploadType: "raw" });
  const signed = await fetch(`${ui.url}/api/upload/file`, { method: "POST", headers, body: request });
  const { put, signedUrl } = (await signed.json()) as { put: { url: string }; signedUrl: string };
  await fetch(put.url, { method: "PUT", headers: { "content-type": contentType }, body });
  return { ...ui, fileUrl: signedUrl };
}

test("a PDF that the page fetched is shown by the browser's viewer", needsViewer, async () => {
  const { page, goto, fileUrl } = await upload(
    "application/pdf",
    pdf,
    `const bytes = await (await fetch(url)).arrayBuffer();
    const frame = document.createElement("iframe");
    frame.src = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    document.body.append(frame);`,
  );
  await goto(`/#${encodeURIComponent(fileUrl)}`);
  const viewer = (): boolean => page.frames().some((frame) => frame.url().startsWith("chrome-extension:"));
  await expect.poll(viewer).toBe(true);
});

test("a page that calls itself a PDF runs nothing in the viewer", needsViewer, async () => {
  const { page, goto, fileUrl } = await upload(
    "application/pdf",
    `<html>${script}<script>parent.document.title = 'ran'</script></html>`,
    `const bytes = await (await fetch(url)).arrayBuffer();
    const frame = document.createElement("iframe");
    frame.src = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    frame.addEventListener("load", () => { document.title = document.title || "loaded"; });
    document.body.append(frame);`,
  );
  await goto(`/#${encodeURIComponent(fileUrl)}`);
  await expect.poll(() => page.title()).toBe("loaded");
});

test.each([
  ["text/html", `<html>${script}</html>`],
  ["image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
  ["application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
  // A file whose content does not match its type must not be shown.
  ["image/png", `<html>${script}</html>`],
])("a file of the type %s is a download", async (contentType, body) => {
  const { page, fileUrl } = await upload(contentType, body);
  const download = page.waitForEvent("download");
  await page.goto(fileUrl).catch(() => undefined);
  expect((await download).suggestedFilename()).toBe("file");
  expect(await page.title()).toBe("");
});

test("markup in a text file is shown as text", async () => {
  const { page, fileUrl } = await upload("text/plain", `<html>${script}</html>`);
  await page.goto(fileUrl);
  expect(await page.title()).not.toBe("ran");
});
