import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openCitus, runOnce } from "../../../packages/server/test/postgres/citus-cluster.ts";
import type { StoppableDatabase } from "./database-faults.ts";

/** Address at which a node of a cluster listens. The other nodes connect to the same address. */
export interface CitusNode {
  readonly host: string;
  readonly port: number;
}

export interface FaultCitus {
  /** Runs a statement on the coordinator as the superuser. */
  readonly administer: (statement: string) => Promise<unknown[]>;
  /** Deletes all tables and creates new, distributed ones. Resolves to the database URL for the service. */
  readonly createDatabase: () => Promise<string>;
  /** Resolves to the node that stores the records of the oldest project. */
  readonly nodeOfProject: () => Promise<CitusNode>;
  /** Returns functions to stop and start the node with the given role. */
  readonly stoppedWith: (role: "coordinator" | "worker") => StoppableDatabase;
}

/**
 * Access to a cluster. Undefined unless both `THREADLINE_TEST_CITUS_URL` and `THREADLINE_TEST_CITUS_CONTROL` are set.
 */
export const citusAccess: CitusAccess | undefined = readAccess();

interface CitusAccess {
  /** URL of the coordinator's database, for the superuser. */
  readonly url: string;
  /** Program that is called with `stop`, `kill` or `start`, and the port of a node. */
  readonly control: string;
  /** A node that is not part of the cluster. Tests add it and remove it again. */
  readonly spare: CitusNode | undefined;
}

function readAccess(): CitusAccess | undefined {
  const {
    THREADLINE_TEST_CITUS_URL: url,
    THREADLINE_TEST_CITUS_CONTROL: control,
    THREADLINE_TEST_CITUS_SPARE: spare,
  } = process.env;
  if (url === undefined || control === undefined) return undefined;
  const [host = "", port] = spare?.split(":") ?? [];
  return { url, control, spare: spare === undefined ? undefined : { host, port: Number(port) } };
}

export function openFaultCitus({ url, control }: CitusAccess): FaultCitus {
  const run = promisify(execFile);
  const administer = async (statement: string): Promise<unknown[]> => [...(await runOnce(url, statement))];
  const createDatabase = async (): Promise<string> => {
    const cluster = await openCitus(url);
    try {
      await cluster.empty();
      return cluster.url;
    } finally {
      await cluster.close();
    }
  };
  const nodeOfProject = async (): Promise<CitusNode> => {
    const [node] = (await administer(`
      SELECT nodename AS host, nodeport AS port FROM pg_dist_node JOIN pg_dist_placement USING (groupid)
      WHERE shardid = get_shard_id_for_distribution_column('users', (SELECT min(key) FROM projects))`)) as CitusNode[];
    if (node === undefined) throw new Error("No node stores a project.");
    return node;
  };
  return {
    administer,
    createDatabase,
    nodeOfProject,
    stoppedWith(role) {
      let port = 0;
      return {
        administer,
        createDatabase,
        async end(signal) {
          port = role === "worker" ? (await nodeOfProject()).port : Number(new URL(url).port);
          await run(control, [signal === "SIGKILL" ? "kill" : "stop", String(port)]);
        },
        async startAgain() {
          await run(control, ["start", String(port)]);
        },
      };
    },
  };
}
