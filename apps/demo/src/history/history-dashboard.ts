import type { NewDashboard } from "@threadline/core";
import { demoPrefix } from "../demo-mark.ts";

const tile = { chart: "number", width: 3, height: 3, row: 0 } as const;
const half = { width: 6, height: 5 } as const;
const whole = { width: 12, height: 5, column: 0 } as const;

/**
 * Dashboard that shows the events in the history (a worse release, a cost spike and a failing tool), and the scores of
 * customers and judges.
 */
export const historyDashboard: NewDashboard = {
  name: "Agents at a glance",
  description: `${demoPrefix}quality, cost and errors of the agents`,
  widgets: [
    { title: "Conversations", metrics: ["threadCount"], column: 0, ...tile },
    { title: "Cost", metrics: ["cost"], column: 3, ...tile },
    { title: "Failed steps", metrics: ["errorCount"], column: 6, ...tile },
    { title: "Latency, p95", metrics: ["latencyP95"], column: 9, ...tile },
    // The widget is wide, because it shows scores with different scales in separate charts side by side.
    { title: "Scores", chart: "line", metrics: ["scoreAverage"], groupBy: "scoreName", row: 3, ...whole },
    {
      title: "Failing tools",
      chart: "area",
      metrics: ["errorCount"],
      groupBy: "name",
      resource: "steps",
      query: "type:tool",
      column: 0,
      row: 8,
      ...half,
    },
    { title: "Cost by model", chart: "area", metrics: ["cost"], groupBy: "model", column: 6, row: 8, ...half },
    { title: "Cost by user", chart: "bar", metrics: ["cost"], groupBy: "participant", column: 0, row: 13, ...half },
    {
      title: "Model calls by prompt version",
      chart: "area",
      metrics: ["generationCount"],
      groupBy: "promptId",
      column: 6,
      row: 13,
      ...half,
    },
    {
      title: "When each model is used",
      chart: "heatMap",
      metrics: ["generationCount"],
      groupBy: "model",
      row: 18,
      ...whole,
    },
    {
      title: "Models",
      chart: "table",
      metrics: ["generationCount", "generationErrorCount", "tokenCount", "cost", "durationP95", "ttFirstTokenP95"],
      groupBy: "model",
      row: 23,
      ...whole,
    },
  ],
};
