import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { partOf } from "../../../test/test-inputs.ts";
import { storeSuites } from "../conformance/describe-store.ts";
import { openThreadedStore } from "./open-threaded-store.ts";

const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe("the embedded store with a writing thread", () => {
  const openStore = async () => {
    const folder = await mkdtemp(join(tmpdir(), "threadline-"));
    folders.push(folder);
    return openThreadedStore({ path: join(folder, "threadline.db") });
  };
  for (const describeSuite of partOf(storeSuites, 8)) describeSuite(openStore);
});
