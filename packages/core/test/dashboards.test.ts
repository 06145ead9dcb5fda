import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("a dashboard is created, read, replaced and deleted", async () => {
  const { client } = startService();
  const place = { column: 0, row: 0, width: 6, height: 4 };
  const created = await client.api.createDashboard({
    name: "Costs",
    widgets: [
      {
        chart: "line",
        metrics: ["cost"],
        groupBy: "model",
        resource: "generations",
        query: "environment:prod",
        ...place,
      },
    ],
  });
  expect(created).toMatchObject({ name: "Costs", description: null, widgets: [{ title: "", groupLimit: 8 }] });
  expect(await client.api.getDashboards()).toEqual([created]);
  const { name, widgets } = created;
  const changed = await client.api.updateDashboard(created.id, { name, description: "By model", widgets });
  expect(changed).toMatchObject({ description: "By model", widgets, createdAt: created.createdAt });
  expect(await client.api.getDashboard(created.id)).toEqual(changed);
  expect(await client.api.deleteDashboard(created.id)).toEqual(changed);
  expect(await client.api.getDashboard(created.id)).toBeNull();
  await expect(client.api.deleteDashboard(created.id)).rejects.toThrow("not found");
});
