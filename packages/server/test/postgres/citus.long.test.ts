import { afterAll, beforeAll, describe } from "vitest";
import { describeStore } from "../../src/store/conformance/describe-store.ts";
import { describeRetention } from "../../src/store/conformance/retention.ts";
import { needs } from "../requirements.ts";
import { type CitusCluster, citusUrl, openCitus } from "./citus-cluster.ts";

describe("the PostgreSQL store on Citus", needs("a Citus cluster", citusUrl !== undefined), () => {
  let cluster: CitusCluster | undefined;
  beforeAll(async () => {
    cluster = await openCitus(citusUrl ?? "");
  });
  afterAll(() => cluster?.close());
  const opened = (): CitusCluster => {
    if (cluster === undefined) throw new Error("The cluster is not open.");
    return cluster;
  };
  describeStore(() => opened().openStore({ indexing: { minSteps: 1, restTime: 5 } }));
  describeRetention((options) => opened().openFresh(options));
});
