import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, openLog, rows } from "./open-log.ts";

test("values that start alike differ in what is shown, and a single further value is shown", async () => {
  const { page } = await openLog("logs/steps", {
    seed: async ({ ingest }) => {
      const agents = ["one", "two"].map((name) => `support-agent-with-many-tools-and-a-long-name-${name}`);
      const names = [...agents, "a", "b", "c", "d", "e", "f", "g"];
      await ingest(names.map((name, index) => ({ id: `step-${index}`, type: "tool", name })));
    },
  });
  const names = page.getByRole("complementary", { name: "Facets" }).getByRole("group", { name: "Name", exact: true });
  await expectSoon(() => names.getByRole("button", { pressed: false }).count()).toBe(9);
  expect(await names.getByRole("button", { name: /more value/ }).count()).toBe(0);
  const one = names.getByRole("button", { name: /^support-agent-with-many-tools-and-a-long-name-one / });
  const end = one.getByText("one", { exact: false }).last();
  expect(await end.innerText()).toBe("one");
  const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;
  expect(await end.evaluate(isCut)).toBe(false);
  expect(await end.locator("xpath=preceding-sibling::*").evaluate(isCut)).toBe(true);
});

test("facets stay in place while the pointer is on them, and values without matches keep only their space", async () => {
  const { page } = await openLog("logs/generations", { count: 13 });
  const rail = page.getByRole("complementary", { name: "Facets" });
  const values = (name: string) => rail.getByRole("group", { name }).getByRole("button", { pressed: false });
  await expectSoon(() => values("User").allInnerTexts()).toEqual(["ada\n7", "bob\n6"]);
  const second = rail.getByRole("button", { name: /^mistral-large / });
  await second.hover();
  const places = async () =>
    Promise.all([second, ...(await rail.getByRole("group").all())].map(async (each) => (await each.boundingBox())?.y));
  const before = await places();
  await second.click();
  await expectSoon(() => rows(page).count()).toBe(6);
  expect(await chips(page)).toEqual(["Model is mistral-large"]);
  await expectSoon(() => values("User").allInnerTexts()).toEqual(["bob\n6"]);
  expect(await places()).toEqual(before);
  await page.mouse.move(900, 600);
  await expectSoon(() => values("User").allInnerTexts()).toEqual(["bob\n6"]);

  // Without results, the facets stay.
  await page.getByRole("searchbox").fill("nothing has this text");
  await page.getByText("No results").waitFor();
  await expectSoon(() => values("User").allInnerTexts()).toEqual(["bob\n0"]);

  // A selected value is shown even if other conditions exclude it, so that it can be removed.
  await page.goto(
    page.url().replace(/filters=[^&]*/, () => {
      const filters = [
        { field: "model", operator: "eq", value: "gpt-4o" },
        { field: "participant", operator: "in", value: ["bob"] },
      ];
      return `filters=${encodeURIComponent(JSON.stringify(filters))}`;
    }),
  );
  await page.getByText("No results").waitFor();
  await expectSoon(() => rail.getByRole("button", { pressed: true }).allInnerTexts()).toEqual(["gpt-4o\n0", "bob\n0"]);
});
