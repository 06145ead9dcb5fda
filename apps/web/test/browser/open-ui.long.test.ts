import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectAccessible } from "./expect-accessible.ts";
import { openUi } from "./open-ui.ts";

/** Creates a folder with a page that runs a script, to serve it instead of the UI. */
async function plantUi(script: string, body = ""): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-planted-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const html = `<!doctype html><meta name="base-path" content="/" /><title>planted</title><script type="module" src="./main.js"></script>${body}`;
  await writeFile(join(folder, "index.html"), html);
  await writeFile(join(folder, "main.js"), script);
  return folder;
}

async function faultsOf(script: string, body = ""): Promise<string[]> {
  const { page, faults } = await openUi({
    server: { webDir: await plantUi(`${script}\ndocument.title = "done";`, body) },
  });
  await expect.poll(() => page.title()).toBe("done");
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  await page.close();
  return [...new Set(faults.splice(0).map(({ kind }) => kind))];
}

test("a page that follows the rules has no faults", async () => {
  const webDir = await plantUi(`
    const answer = await fetch("api/graphql", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    document.body.textContent = String(answer.status);
  `);
  const { page, faults } = await openUi({ server: { webDir } });
  await expect.poll(() => page.textContent("body")).toMatch(/^\d{3}$/);
  expect(faults).toEqual([]);
});

test.each([
  ["fetch", 'await fetch("https://example.com/beacon").catch(() => {});'],
  ["image", 'const image = new Image(); image.src = "http://192.0.2.1/beacon.png"; document.body.append(image);'],
  ["socket", 'try { new WebSocket("wss://example.com/"); } catch {}'],
])("a %s that leaves the origin is a fault", async (_name, script) => {
  const kinds = await faultsOf(script);
  expect(kinds.some((kind) => kind === "CSP violation" || kind === "off-origin request")).toBe(true);
});

test("a navigation away is blocked and a fault", async () => {
  const { page, faults } = await openUi({ server: { webDir: await plantUi("") } });
  await page.evaluate(() => {
    location.href = "https://example.com/";
  });
  await expect.poll(() => faults.map(({ kind }) => kind)).toContain("off-origin request");
  faults.splice(0);
  expect(page.url()).not.toContain("example.com");
});

test.each([
  ["an inline script", "", "<script>globalThis.ran = true</script>"],
  ["an inline handler", "", '<img src="favicon.svg" onerror="globalThis.ran = true">'],
  ["a base element", "", '<base href="/elsewhere/">'],
  ["an inline style", "", '<p style="color: red">red</p>'],
  ["markup made of text", 'try { document.body.innerHTML = "<b>text</b>"; } catch {}', ""],
  ["evaluated text", 'try { new Function("return 1")(); } catch {}', ""],
])("%s is a fault, and does not run", async (_name, script, body) => {
  const webDir = await plantUi(`${script}\ndocument.title = "done";`, body);
  const { page, faults } = await openUi({ server: { webDir } });
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  expect(await page.evaluate(() => (globalThis as { ran?: boolean }).ran)).toBeUndefined();
  await page.close();
  expect(faults.splice(0).filter(({ kind }) => kind !== "CSP violation")).toEqual([]);
});

test("an error and a dialog are faults", async () => {
  expect(await faultsOf('setTimeout(() => { throw new Error("planted"); });')).toEqual(["page error"]);
  expect(await faultsOf('alert("planted");')).toEqual(["dialog"]);
  expect(await faultsOf('console.error("planted");')).toEqual(["console error"]);
});

test("an image without a name and text with low contrast are accessibility faults", async () => {
  const script = `
    const text = Object.assign(document.createElement("p"), { textContent: "hard to read" });
    text.style.color = "#ccc";
    document.body.append(Object.assign(new Image(), { src: "favicon.svg" }), text);
    document.title = "done";`;
  const { page, faults } = await openUi({ server: { webDir: await plantUi(script) } });
  await expect.poll(() => page.title()).toBe("done");
  const error: unknown = await expectAccessible(page).catch((thrown: unknown) => thrown);
  const found = (error as { actual?: readonly { id: string }[] }).actual; // the assertion error of vitest contains the compared value
  expect(found?.map(({ id }) => id)).toEqual(expect.arrayContaining(["color-contrast", "image-alt"]));
  faults.splice(0);
});

test("the page is served under a base path", async () => {
  const webDir = await plantUi(`document.body.textContent = document.querySelector("meta[name=base-path]").content;`);
  const { page, url } = await openUi({ server: { webDir, basePath: "/threadline" }, path: "/login" });
  await expect.poll(() => page.textContent("body")).toBe("/threadline/");
  expect(url).toMatch(/\/threadline$/);
});
