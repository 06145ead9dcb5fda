import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, openLog, rows } from "./open-log.ts";

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
