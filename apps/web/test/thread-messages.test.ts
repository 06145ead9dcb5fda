import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openRich, section, copied } from "./open-rich-thread.ts";

test("a message has a link that shows and marks it", async () => {
  const { page, context } = await openRich("?view=tree&currentStepId=answered");
  const input = section(page, "Input");
  await input.getByRole("button", { name: "Raw", exact: true }).click();
  await input.getByRole("button", { name: "Formatted", exact: true }).click();
  const message = input.locator("[data-role=user]").filter({ hasText: "How warm is it" });
  await message.getByRole("button", { name: "Copy link to this message", exact: true }).press("Enter");
  await page.getByRole("status").getByText("Link copied").waitFor();
  const link = await copied(page);
  expect(new URL(link).hash).toBe("#messages.1");
  await expectSoon(() => input.locator("[data-linked]").innerText()).toContain("How warm is it in Berlin?");
  await input.getByRole("button", { name: "Raw", exact: true }).click();

  const other = await context.newPage();
  await other.goto(link);
  const marked = section(other, "Input").locator("[data-linked]");
  await marked.waitFor();
  expect(await marked.innerText()).toContain("How warm is it in Berlin?");
  await expectSoon(() =>
    marked.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }),
  ).toBe(true);
  // Only the list has scrolled, so the heading of the page is still visible.
  expect(await other.getByRole("heading", { level: 1 }).evaluate((each) => each.getBoundingClientRect().top > 0)).toBe(
    true,
  );
  await expectAccessible(other);
});

test("collapsed reasoning shows its token count, and arguments are shown as a table", async () => {
  const { page } = await openRich("?view=tree&currentStepId=answered");
  const output = section(page, "Output");
  const reasoning = output.getByText("Reasoning · 1,243 tokens", { exact: true });
  await reasoning.waitFor();
  expect(await output.innerText()).not.toContain("divided by seven");
  await reasoning.click();
  await expectSoon(() => output.innerText()).toContain("divided by seven");
  await output.getByText("plot", { exact: true }).click();
  await expectSoon(() => output.getByRole("rowheader").allInnerTexts()).toEqual(["title", "values", "notes"]);
  await expectAccessible(page);
  const code = output.locator("pre").filter({ hasText: "def mean" });
  await code.hover();
  await output.getByRole("button", { name: "Copy code", exact: true }).first().click();
  await expectSoon(() => copied(page)).toBe(
    "def mean(values: list[float]) -> float:\n    # the arithmetic mean\n    return sum(values) / len(values)",
  );
});
