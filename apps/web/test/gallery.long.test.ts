import { glob, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtUi } from "./browser/built-ui.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";
import { findVisualDefects } from "./browser/visual-defects.ts";

const folder = process.env["THREADLINE_SCREENSHOTS"];

/**
 * Components that the gallery does not show: parts of other components, components that need a route, and lists that
 * read from the service.
 */
const apart = new Set([
  "drawing",
  "drawing-shapes",
  "fitted-items",
  "not-found",
  "on-demand",
  "closed-select",
  "multi-select",
  "multi-select-value",
  "open-menu",
  "open-multi-select",
  "open-popover",
  "open-search-select",
  "open-select",
  "open-toasts",
  "page",
  "range-calendar",
  "safe-link",
  "select",
  "select-value",
  "virtual-table",
]);
const schemes = ["light", "dark"] as const;
const wide = { width: 1440, height: 900 };

async function openGallery(window: object = {}): Promise<Ui> {
  const ui = await openUi({ server: { webDir: await builtUi("gallery") }, window });
  await ui.page.getByRole("heading", { name: "Gallery" }).waitFor();
  return ui;
}

/** Makes the window as high as the page, so that a screenshot shows all of it. */
async function showAll({ page }: Ui, width: number): Promise<void> {
  const height = await page.evaluate(() => document.querySelector("main")?.scrollHeight ?? 900);
  await page.setViewportSize({ width, height });
}

test.for(schemes)(
  "on wide and narrow screens, no primitive is cut off, and each is legible and accessible: %s",
  async (colorScheme) => {
    const ui = await openGallery({ colorScheme });
    await ui.page.locator("[data-token]").first().waitFor();
    // A ligature would hide characters: `|-` would look like `⊢`.
    const ligatures = await ui.page.evaluate(() => [
      ...new Set([...document.body.querySelectorAll("*")].map((each) => getComputedStyle(each).fontVariantLigatures)),
    ]);
    expect(ligatures).toEqual(["none"]);
    for (const width of [wide.width, 390]) {
      await ui.page.setViewportSize({ width, height: wide.height });
      expect(await findVisualDefects(ui.page)).toEqual([]);
      if (folder === undefined) continue;
      await mkdir(folder, { recursive: true });
      await showAll(ui, width);
      await ui.page.screenshot({ path: join(folder, `gallery-${width}-${colorScheme}.png`) });
    }
  },
);

test.for(schemes)("no popup is cut off, and each is accessible: %s", async (colorScheme) => {
  const { page } = await openGallery({ colorScheme });
  const look = async (name: string): Promise<void> => {
    expect(await findVisualDefects(page)).toEqual([]);
    if (folder !== undefined) await page.screenshot({ path: join(folder, `popup-${name}-${colorScheme}.png`) });
    await page.keyboard.press("Escape");
  };
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("menu").waitFor();
  await look("menu");
  await page.getByRole("combobox", { name: "Model", exact: true }).click();
  await page.getByRole("listbox").waitFor();
  await look("select");
  await page.getByRole("combobox", { name: "Country", exact: true }).click();
  await page.getByRole("listbox").waitFor();
  await look("search-select");
  await page.getByRole("combobox", { name: "Tags", exact: true }).click();
  await page.getByRole("listbox").waitFor();
  await look("multi-select");
  await page.getByRole("button", { name: "Dialog", exact: true }).click();
  await page.getByRole("dialog", { name: "Dialog" }).waitFor();
  await look("dialog");
  await page.getByRole("button", { name: "Side panel", exact: true }).click();
  await page.getByRole("complementary", { name: /^Side panel/ }).waitFor();
  await look("side-panel");
  await page.getByRole("complementary", { name: /^Side panel/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "wide.png", exact: true }).click();
  await page.getByRole("dialog", { name: "wide.png", exact: true }).waitFor();
  await look("lightbox");
  await page.getByRole("button", { name: "Toast with undo" }).click();
  await page.getByText("View deleted").first().waitFor();
  await look("toast");
});

test("a select is used by keyboard, and its keys do not reach the page", async () => {
  const { page } = await openGallery();
  const select = page.getByRole("combobox", { name: "Model", exact: true });
  await page.evaluate(() => {
    document.addEventListener("keydown", ({ key }) => (document.title += ` ${key}`));
    document.title = "keys:";
  });
  await select.press("ArrowDown");
  await expectFocus(page.getByRole("option", { name: "claude-opus" }));
  await page.keyboard.press("m");
  await expectFocus(page.getByRole("option", { name: "mistral-large" }));
  await page.keyboard.press("Enter");
  await expectSoon(() => select.innerText()).toBe("mistral-large");
  await expectFocus(select);
  expect(await page.title()).not.toMatch(/ (ArrowDown|m)( |$)/);
});

test("a toast undoes a change", async () => {
  const { page } = await openGallery();
  await page.getByRole("button", { name: "Toast with undo" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expectSoon(() => page.getByText("View deleted").count()).toBe(0);
  await page.getByText("View restored").first().waitFor();
});

test("many options are searched by keyboard", async () => {
  const { page } = await openGallery();
  const select = page.getByRole("combobox", { name: "Country", exact: true });
  await select.press("Enter");
  const search = page.getByRole("combobox", { name: "Search", exact: true });
  await expectFocus(search);
  await search.fill("nor");
  await expectSoon(() => page.getByRole("option").allInnerTexts()).toEqual(["Norway"]);
  await page.keyboard.press("Enter");
  await expectSoon(() => select.innerText()).toBe("Norway");
  await expectFocus(select);
});

test("the gallery has every primitive", async () => {
  const sources = join(import.meta.dirname, "../src");
  const shown = new Set<string>();
  for await (const path of glob("gallery/*.tsx", { cwd: sources }))
    for (const [, name = ""] of (await readFile(join(sources, path), "utf8")).matchAll(/"\.\.\/ui\/([\w/-]+)\.tsx"/g))
      shown.add(name);
  const missing: string[] = [];
  for await (const path of glob("*.tsx", { cwd: join(sources, "ui") })) {
    const name = path.replace(/\.tsx$/, "");
    if (!shown.has(name) && !apart.has(name)) missing.push(name);
  }
  expect(missing).toEqual([]);
});
