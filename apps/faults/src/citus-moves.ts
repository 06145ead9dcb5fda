import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "./client.ts";
import { describeFailure } from "./database-faults.ts";
import type { CitusNode, FaultCitus } from "./fault-citus.ts";
import { type Findings, History } from "./history.ts";
import { Load } from "./load.ts";
import { type ServerOptions, startServer } from "./server-process.ts";

/** Effects of a change to the cluster on clients that write continuously. */
export interface CitusMove {
  readonly what: string;
  /** Duration of the change, in milliseconds. */
  readonly elapsed: number;
  /** Maximum time from the first attempt to send a batch to its acknowledgment, in milliseconds. */
  readonly longestWait: number;
}

export interface CitusMovesReport {
  readonly moves: readonly CitusMove[];
  readonly findings: Findings;
  /** Number of rejections by message. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Node that has the project's records at the end. */
  readonly node: CitusNode;
  readonly otherShards: number;
}

/**
 * Changes the cluster while clients write to a project. First adds a node, moves shards to it, drains it and removes
 * it. Then adds the node again, and moves only the project's own shards to it.
 */
export async function moveProject({
  cluster,
  spare,
  from,
}: Pick<ServerOptions, "from"> & {
  readonly cluster: FaultCitus;
  readonly spare: CitusNode;
}): Promise<CitusMovesReport> {
  const { administer, nodeOfProject } = cluster;
  // An interrupted run may have left the node in the cluster.
  await release(cluster, spare);
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-citus-"));
  const server = await startServer({ from, dataDir, databaseUrl: await cluster.createDatabase() });
  const client = new Client(server.url);
  const history = new History();
  const refusals = new Map<string, number>();
  const waits: number[] = [];
  const load = new Load({
    client,
    history,
    rest: 5,
    onAcknowledged: (waited) => waits.push(waited),
    onFailure(failure) {
      const refusal = describeFailure(failure);
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    },
  });
  const acknowledged = async (more: number): Promise<void> => {
    const before = waits.length;
    // oxlint-disable-next-line no-await-in-loop -- polls
    while (waits.length < before + more) await pause(5);
  };
  const moves: CitusMove[] = [];
  const change = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    await acknowledged(8);
    const begun = performance.now();
    const before = waits.length;
    await act();
    const elapsed = performance.now() - begun;
    // Batches that the change delayed are added to `waits` only when they are acknowledged. After eight more
    // acknowledgments, all of them are in `waits`.
    await acknowledged(8);
    moves.push({ what, elapsed, longestWait: Math.max(...waits.slice(before)) });
  };
  /**
   * Waits until Citus has dropped the old copies of the moved shards, which it does some time after the move. A shard
   * cannot be moved back before its old copy is dropped.
   */
  const untilCleanedUp = async (): Promise<void> => {
    const select = "SELECT 1 FROM pg_dist_cleanup JOIN pg_dist_node ON groupid = node_group_id";
    // oxlint-disable no-await-in-loop -- retries
    while ((await administer(select)).length > 0) {
      await administer("CALL citus_cleanup_orphaned_resources()");
      await pause(100);
    }
    // oxlint-enable no-await-in-loop
  };
  /**
   * Sets whether row-level security also applies to the owner of the tables: `FORCE` turns this on, `NO FORCE` turns it
   * off. Changes one table after the other, so that writers wait for only one table at a time.
   */
  const forceRowSecurity = async (force: "FORCE" | "NO FORCE"): Promise<void> => {
    const statements = (await administer(`
      SELECT format('ALTER TABLE %s ${force} ROW LEVEL SECURITY', oid::regclass) AS statement
      FROM pg_class WHERE relrowsecurity`)) as { readonly statement: string }[];
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const { statement } of statements) await administer(statement);
  };

  load.start();
  try {
    await change("writes without a change", () => acknowledged(100));
    await change("add a node", () => administer(`SELECT citus_add_node(${at(spare)})`));
    await change("stop forcing row-level security on the owner", () => forceRowSecurity("NO FORCE"));
    await change("rebalance", async () => {
      await administer("SELECT citus_rebalance_start()");
      await administer("SELECT citus_rebalance_wait()");
      const failed = await administer("SELECT message FROM pg_dist_background_task WHERE status = 'error'");
      if (failed.length > 0) throw new Error(`The rebalance failed: ${JSON.stringify(failed)}`);
    });
    await untilCleanedUp();
    await change("drain the node", () => administer(`SELECT citus_drain_node(${at(spare)})`));
    await untilCleanedUp();
    await change("remove the node", () => administer(`SELECT citus_remove_node(${at(spare)})`));
    await change("add a node again", () => administer(`SELECT citus_add_node(${at(spare)})`));
    await untilCleanedUp();
    await change("copy the small tables to the node", () =>
      administer("SELECT replicate_reference_tables('force_logical')"),
    );
    await change("move the project to the node", () => isolateProject(administer, spare));
    await change("force row-level security on the owner", () => forceRowSecurity("FORCE"));
    await load.stop();
    const findings = history.compare(await client.readSteps());
    const node = await nodeOfProject();
    const [others] = (await administer(`
      SELECT count(*)::int AS count FROM citus_shards
      WHERE table_name = 'users'::regclass AND (nodename, nodeport) = (${at(spare)})`)) as { readonly count: number }[];
    await server.stop();
    return { moves, findings, refusals, node, otherShards: (others?.count ?? 0) - 1 };
  } finally {
    await load.stop();
    client.close();
    await server.stop("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
    await release(cluster, spare);
  }
}

/**
 * Splits the shard of the oldest project into three. The part with only this project goes to the given node, and the
 * other two parts go to a third node. `isolate_tenant_to_new_shard` is not used: in Citus 13.2.2, it does not end while
 * clients write.
 */
async function isolateProject(administer: FaultCitus["administer"], { host, port }: CitusNode): Promise<void> {
  let isDone = false;
  const split = administer(`
    WITH project AS (SELECT min(key) AS key FROM projects),
    shard AS (SELECT key, get_shard_id_for_distribution_column('users', key) AS id, worker_hash(key) AS hash FROM project),
    own AS (SELECT nodeid FROM pg_dist_node WHERE (nodename, nodeport) = ('${host}', ${port})),
    rest AS (
      SELECT min(nodeid) AS nodeid FROM pg_dist_node JOIN shard ON TRUE
      WHERE shouldhaveshards AND nodeid NOT IN (SELECT nodeid FROM own)
        AND groupid NOT IN (SELECT groupid FROM pg_dist_placement WHERE shardid = shard.id)
    )
    SELECT citus_split_shard_by_split_points(
      shard.id, ARRAY[(hash - 1)::text, hash::text], ARRAY[rest.nodeid, own.nodeid, rest.nodeid], 'force_logical'
    ) FROM shard, own, rest`).finally(() => (isDone = true));
  const deferring = (async () => {
    // oxlint-disable no-await-in-loop -- retries
    for (; !isDone; await pause(200)) await administer(deferDrops);
    // oxlint-enable no-await-in-loop
  })();
  await Promise.all([split, deferring]);
}

/**
 * Makes Citus drop the auxiliary tables of a shard split later, in the background. Otherwise, Citus drops them at the
 * end of the split, and writers wait for this.
 */
const deferDrops = "UPDATE pg_dist_cleanup SET policy_type = 2 WHERE policy_type = 0 AND object_type = 1";

function at({ host, port }: CitusNode): string {
  return `'${host}', ${port}`;
}

async function release({ administer, createDatabase }: FaultCitus, { host, port }: CitusNode): Promise<void> {
  const isNode = `SELECT 1 FROM pg_dist_node WHERE (nodename, nodeport) = ('${host}', ${port})`;
  if ((await administer(isNode)).length === 0) return;
  // Citus removes a node only if it has no shards. `createDatabase` deletes all tables, and so also the shards on this
  // node.
  await administer(`SELECT citus_set_node_property('${host}', ${port}, 'shouldhaveshards', false)`);
  await createDatabase();
  await administer(`SELECT citus_remove_node('${host}', ${port})`);
}
