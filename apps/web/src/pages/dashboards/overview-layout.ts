import { charts } from "../dashboard/charts.ts";
import type { DrawnWidget } from "./layout-picture.tsx";

const tileCount = 9;

/** Tiles, rankings and charts of the built-in dashboard, as laid out on a wide screen. */
export const overview: readonly DrawnWidget[] = [
  ...Array.from({ length: tileCount }, (_, index) => ({
    chart: "number" as const,
    groupBy: null,
    column: (index * 12) / tileCount,
    row: 0,
    width: 1.25,
    height: 3,
  })),
  ...(["table", "bar", "bar"] as const).map((chart, index) => ({
    chart,
    groupBy: "name" as const,
    column: index * 4,
    row: 3,
    width: 4,
    height: 5,
  })),
  ...charts.map(({ plot = "line" as const, groupBy = null }, index) => ({
    chart: plot,
    groupBy,
    column: (index % 2) * 6,
    row: 8 + Math.floor(index / 2) * 5,
    width: 6,
    height: 5,
  })),
];
