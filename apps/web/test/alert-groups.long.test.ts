import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { startReceiver } from "./start-receiver.ts";

test("an alert by user has a state and a notification for each user", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null, server: { noLogin: true } });
  const receiver = await startReceiver();
  await graphql(`
    mutation {
      anna: upsertThread(id: "t-anna", participantId: "anna") {
        id
      }
      bob: upsertThread(id: "t-bob", participantId: "<b>bob</b>") {
        id
      }
    }
  `);
  const startTime = new Date(Date.now() - 120_000).toISOString();
  await ingest(
    ["anna", "bob"].flatMap((user) =>
      Array.from({ length: 12 }, (_, index) => ({
        id: `${user}-${index}`,
        threadId: `t-${user}`,
        type: "run",
        name: "answer",
        startTime,
        error: user === "anna" && index < 6 ? "broken" : null,
      })),
    ),
  );
  await goto(`/projects/${projectId}/channels`);
  await page.getByRole("button", { name: "New channel", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("On call");
  await dialog.getByLabel("URL", { exact: true }).fill(receiver.url);
  await dialog.getByRole("button", { name: "Create channel", exact: true }).click();
  await dialog.getByText(/^whsec_/).waitFor();

  await goto(`/projects/${projectId}/alerts/new`);
  await page.getByLabel("Name", { exact: true }).fill("Errors of users");
  await choose(page.getByLabel("Evaluate separately by", { exact: true }), "User");
  await page
    .getByText("The 100 largest groups are evaluated. Each has its own state, and notifications name the group.")
    .waitFor();
  await page.getByRole("checkbox", { name: "On call", exact: true }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create alert", exact: true }).click();
  await page.getByRole("heading", { name: "Errors of users", level: 1 }).waitFor();
  await expect
    .poll(() => receiver.bodies, { timeout: 30_000 })
    .toMatchObject([
      { title: "Alert firing: Errors of users (anna)", data: { groupBy: "participant", group: "anna", value: 0.5 } },
    ]);
  const groups = page.getByRole("region", { name: "Groups", exact: true });
  await groups.getByRole("row", { name: /^anna Firing .* 50% ?$/ }).waitFor();
  await groups.getByRole("row", { name: /^<b>bob<\/b> OK .* 0% ?$/ }).waitFor();
  await page.getByRole("region", { name: "History", exact: true }).getByText("anna", { exact: true }).waitFor();
  await expectAccessible(page);
  await groups.getByRole("link", { name: "anna", exact: true }).click();
  await page.waitForURL(/\/logs\/steps\?/);
  await page.getByText("User is one of anna", { exact: true }).waitFor();

  await goto(`/projects/${projectId}/alerts`);
  await page.getByText("1 firing", { exact: true }).waitFor();
  await page.getByText(/ · by user$/).waitFor();
  await expectAccessible(page);
});
