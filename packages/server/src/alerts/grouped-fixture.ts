import type { AlertContent, AlertRecord } from "../store/alerts.ts";
import { type EvaluatedAlert, project, start } from "./alert-fixture.ts";

export interface GroupedAlert extends EvaluatedAlert {
  record(name: string, createdAt: number, steps?: number): Promise<void>;
  groups(): Promise<Readonly<Record<string, string>>>;
  alert(): Promise<AlertRecord | null>;
  /** Group and state of each notification, oldest first. */
  sent(): Promise<unknown[]>;
}

export async function startGrouped(given: Partial<AlertContent> = {}): Promise<GroupedAlert> {
  const fixture = await start({ groupBy: "name", threshold: 2, ...given });
  const { store } = fixture;
  let count = 0;
  return {
    ...fixture,
    async record(name: string, createdAt: number, steps = 1): Promise<void> {
      await store.steps.ingest(
        project,
        Array.from({ length: steps }, () => ({ id: `${name}-${(count += 1)}`, createdAt, name })),
      );
    },
    async groups(): Promise<Readonly<Record<string, string>>> {
      const alert = await store.alerts.get(project, "a");
      return Object.fromEntries(alert?.groupStates.map(({ group, state }) => [group, state]) ?? []);
    },
    alert: async () => await store.alerts.get(project, "a"),
    async sent(): Promise<unknown[]> {
      const page = { state: null, first: 999, skip: 0 };
      const deliveries = await store.channels.deliveries(project, "mail", page);
      return deliveries.toReversed().map(({ data }) => `${String(data["group"])} ${String(data["state"])}`);
    },
  };
}
