import type { DashboardDetailQuery } from "../../generated/dashboards.ts";

export type StoredDashboard = NonNullable<DashboardDetailQuery["dashboard"]>;
export type Widget = StoredDashboard["widgets"][number];

export type Place = Pick<Widget, "column" | "row" | "width" | "height">;
export type WidgetContent = Omit<Widget, keyof Place>;

export const maxWidgets = 40;

/** URL fragment that opens the dialog for a new chart on the page of a dashboard. */
export const addChartHash = "add";
