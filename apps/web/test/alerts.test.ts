import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { startReceiver } from "./start-receiver.ts";

test("a channel is created and tested, an alert is previewed, fires, notifies, is silenced and deleted", async () => {
  const { page, goto, projectId, ingest, graphql } = await openUi({ path: null, server: { noLogin: true } });
  const receiver = await startReceiver();
  const bad = Date.now() - 3 * 3_600_000;
  await ingest([
    ...Array.from({ length: 12 }, (_, index) => ({
      id: `now-${index}`,
      type: "run",
      name: "answer",
      startTime: new Date(Date.now() - 120_000).toISOString(),
      error: index < 6 ? "broken" : null,
    })),
    ...Array.from({ length: 12 }, (_, index) => ({
      id: `past-${index}`,
      type: "run",
      name: "answer",
      startTime: new Date(bad).toISOString(),
      error: "broken",
    })),
  ]);

  await goto(`/projects/${projectId}/channels`);
  await page.getByText("No channels yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("On call");
  await dialog.getByLabel("URL", { exact: true }).fill(receiver.url);
  await dialog.getByLabel("Prompt promoted").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create channel" }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("link", { name: "On call" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await page.getByText("Test accepted").waitFor();
  expect(receiver.bodies).toMatchObject([{ type: "test" }]);

  await goto(`/projects/${projectId}/alerts`);
  await page.getByText("No alerts yet").waitFor();
  await expectAccessible(page);
  const { createAlert } = (await graphql(
    'mutation { createAlert(alert: { name: "Quiet", metric: errorCount, kind: ABOVE, threshold: 99, period: HOUR }) { id } }',
  )) as { createAlert: { id: string } };
  await goto(`/projects/${projectId}/alerts`);
  const quiet = page.getByRole("row", { name: /^Quiet No channel/ });
  // The recent values, with the threshold as a line.
  await quiet.locator("svg polyline").waitFor();
  await quiet.locator("svg line:not([data-base])").waitFor({ state: "attached" });
  await expectAccessible(page);
  await quiet.getByRole("button", { name: "Silence Quiet" }).click();
  await page.getByRole("menuitem", { name: "For 8 hours" }).click();
  await quiet.getByText(/^Silenced until/).waitFor();
  await quiet.getByRole("button", { name: "End silence of Quiet" }).click();
  await quiet.getByRole("button", { name: "Silence Quiet" }).waitFor();
  await graphql("mutation ($id: String!) { deleteAlert(id: $id) { id } }", createAlert);
  await page.getByRole("link", { name: "New alert" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Errors");
  await page.getByText(/^The alert would have fired/).waitFor();
  await page.getByRole("checkbox", { name: "On call" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create alert" }).click();
  await page.getByRole("heading", { name: "Errors", level: 1 }).waitFor();
  await expect
    .poll(() => receiver.bodies.at(-1), { timeout: 30_000 })
    .toMatchObject({
      type: "alert.changed",
      title: "Alert firing: Errors",
    });
  await page.getByRole("region", { name: "History" }).getByText("Firing").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Silence" }).click();
  await page.getByRole("menuitem", { name: "For 1 hour" }).click();
  await page.getByText(/^Silenced until/).waitFor();
  await page.getByRole("button", { name: "End silence" }).click();
  await page.getByRole("button", { name: "Silence" }).waitFor();

  await goto(`/projects/${projectId}/channels`);
  await page.getByRole("link", { name: "On call" }).click();
  await page.getByRole("region", { name: "Deliveries" }).getByText("Delivered").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => receiver.bodies.length, { timeout: 30_000 }).toBe(3);

  const calm = (await graphql(
    'mutation { createAlert(alert: { name: "Calm", metric: errorCount, kind: ABOVE, threshold: 99, period: HOUR }) { id } }',
  )) as { createAlert: { id: string } };
  await goto(`/projects/${projectId}/alerts`);
  // The firing alert comes before those that are OK.
  await page.getByRole("link", { name: "Calm", exact: true }).waitFor();
  expect(await page.getByRole("row").nth(1).innerText()).toContain("Errors");
  await graphql(`mutation { deleteAlert(id: "${calm.createAlert.id}") { id } }`);
  await page.getByRole("link", { name: "Errors" }).click();
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No alerts yet").waitFor();
}, 240_000);
