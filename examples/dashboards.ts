/** Dashboards: create one in code, and read the values of its chart. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

await client.step({ type: "tool", name: "search", error: "The index is away" }).send();
const place = { column: 0, row: 0, width: 6, height: 4 };
const dashboard = await client.api.createDashboard({
  name: "Tools",
  widgets: [
    {
      title: "Failures",
      chart: "line",
      metrics: ["errorCount"],
      groupBy: "name",
      resource: "steps",
      query: "type:tool",
      ...place,
    },
  ],
});

const [widget] = dashboard.widgets;
const from = new Date(Date.now() - 3_600_000).toISOString();
const { lines } = await client.api.getTimeSeries({
  metrics: widget?.metrics ?? [],
  groupBy: widget?.groupBy,
  resource: "steps",
  query: widget?.query,
  from,
});
const search = lines.find(({ group }) => group === "search");
console.log(`${dashboard.name}, ${widget?.title}: ${search?.group} ${search?.total}`);
await client.api.deleteDashboard(dashboard.id);
