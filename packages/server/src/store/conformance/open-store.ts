import type { Store } from "../store.ts";

/** Opens an empty store for one test; the suite closes it. */
export type OpenStore = () => Promise<Store>;

/** An empty store with two projects, so that every suite can check their isolation. */
export async function openWithProjects(openStore: OpenStore): Promise<Store> {
  const store = await openStore();
  await store.projects.create({ id: "project-a", name: "alpha", createdAt: 1 });
  await store.projects.create({ id: "project-b", name: "beta", createdAt: 2 });
  return store;
}
