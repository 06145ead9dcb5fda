import type { Locator, Page } from "playwright-core";
import type { Ui } from "./browser/open-ui.ts";

interface StoredWidget {
  readonly title: string;
  readonly chart: string;
  readonly metrics: string[];
  readonly groupBy: string | null;
  readonly resource: string | null;
  readonly query: string | null;
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

export async function storedWidgets(ui: Ui): Promise<StoredWidget[]> {
  const { dashboards } = (await ui.graphql(
    "{ dashboards { widgets { title chart metrics groupBy resource query column row width height } } }",
  )) as { dashboards: { widgets: StoredWidget[] }[] };
  return dashboards[0]?.widgets ?? [];
}

export const button = (page: Page | Locator, name: string): Locator => page.getByRole("button", { name, exact: true });
