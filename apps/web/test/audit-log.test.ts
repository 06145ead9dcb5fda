import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("the audit log is filtered by actor, action and target, links to its targets, and is exported", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await graphql(`
    mutation {
      upsertThread(id: "t-1", name: "Two umbrellas") {
        id
      }
      shareThread(threadId: "t-1") {
        id
      }
      createDataset(name: "=cities", type: key_value) {
        id
      }
      createAlert(alert: { name: "Slow", metric: latencyP95, kind: ABOVE, threshold: 4, period: HOUR, isOn: true }) {
        id
      }
    }
  `);
  const { datasets } = (await graphql("{ datasets { edges { node { id } } } }")) as {
    datasets: { edges: { node: { id: string } }[] };
  };
  await graphql("mutation ($id: String!) { deleteDataset(id: $id) { id } }", { id: datasets.edges[0]?.node.id });

  await goto(`/projects/${projectId}/settings/audit`);
  const table = page.getByRole("table");
  await table.getByRole("link", { name: "Two umbrellas" }).waitFor();
  const rows = async () => (await table.getByRole("row").count()) - 1;
  const all = await rows();
  await expectAccessible(page);
  await table.getByRole("row").filter({ hasText: "Alert created" }).getByText("On: yes", { exact: true }).waitFor();

  // The fields do not move when a filter is set and the button to reset the filters appears.
  await page.setViewportSize({ width: 1440, height: 900 });
  const actor = page.getByLabel("Actor", { exact: true });
  const place = await actor.boundingBox();
  await choose(page.getByLabel("Action", { exact: true }), "Dataset deleted");
  await expectSoon(rows).toBe(1);
  await page.getByRole("button", { name: "Reset filters" }).waitFor();
  expect(await actor.boundingBox()).toEqual(place);
  await page.getByRole("row").filter({ hasText: "=cities" }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain("createdAt,action,subjectId,subjectName,actorKind,actorName,address,details");
  expect(lines).toHaveLength(2);
  // Spreadsheets must not run a name as a formula.
  expect(lines[1]).toMatch(/,datasetDeleted,[^,]+,'=cities,key,/u);

  await page.getByLabel("Target", { exact: true }).pressSequentially("umbrella");
  expect(await page.getByLabel("Target", { exact: true }).inputValue()).toBe("umbrella");
  await page.getByText("No matching entries").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expectSoon(rows).toBe(all);
  await page.getByLabel("Target", { exact: true }).fill("t-1");
  await expectSoon(rows).toBe(1);
  // The URL contains the filters, so that they survive a reload.
  await page.waitForURL("**/settings/audit?target=t-1");
  await page.reload();
  await expectSoon(rows).toBe(1);
  await table.getByRole("button", { name: "Show only entries of preset key" }).click();
  await page.waitForURL("**/settings/audit?actor=preset+key&target=t-1");
  await expectSoon(rows).toBe(1);
  await table.getByRole("link", { name: "Two umbrellas" }).click();
  await page.waitForURL(`**/projects/${projectId}/logs/threads/t-1*`);
});
