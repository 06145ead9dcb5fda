import type { Store } from "../store.ts";
import { openWithProjects, type OpenStore } from "./open-store.ts";

export const project = "project-a";
export const otherProject = "project-b";

/** Runs a test body against an empty store with two projects, and closes it. */
export async function withStore(openStore: OpenStore, body: (store: Store) => Promise<void>): Promise<void> {
  const store = await openWithProjects(openStore);
  try {
    await body(store);
  } finally {
    await store.close();
  }
}
