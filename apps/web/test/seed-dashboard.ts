import type { Service } from "./browser/open-ui.ts";

const place = (column: number, row: number, width: number, height: number) => ({ column, row, width, height });

/** One widget for each type of chart. */
const everyChart = [
  { title: "Spend", chart: "number", metrics: ["cost"], ...place(0, 0, 3, 3) },
  { chart: "number", metrics: ["latencyP95"], ...place(3, 0, 3, 3) },
  { chart: "bar", metrics: ["threadCount"], ...place(6, 0, 6, 5) },
  { chart: "line", metrics: ["latencyP50", "latencyP95"], ...place(0, 3, 6, 5) },
  { chart: "area", metrics: ["tokenCount"], groupBy: "model", ...place(6, 5, 6, 5) },
  { chart: "bar", metrics: ["cost"], groupBy: "model", ...place(0, 8, 4, 5) },
  { chart: "table", metrics: ["runCount", "errorCount", "cost"], groupBy: "participant", ...place(4, 10, 8, 4) },
  { chart: "heatMap", metrics: ["stepCount"], groupBy: "name", ...place(0, 14, 12, 5) },
  {
    title: "Failed tools",
    chart: "line",
    metrics: ["errorCount"],
    resource: "steps",
    query: "status:error",
    ...place(0, 19, 6, 5),
  },
  { title: "Prompts", chart: "table", metrics: ["generationCount"], groupBy: "promptId", ...place(6, 19, 6, 4) },
];

export async function seedDashboard({ graphql }: Service, name = "Operations"): Promise<string> {
  const { createDashboard } = (await graphql(
    "mutation ($dashboard: DashboardInput!) { createDashboard(dashboard: $dashboard) { id } }",
    { dashboard: { name, description: "What the team looks at each morning", widgets: everyChart } },
  )) as { createDashboard: { id: string } };
  return createDashboard.id;
}
