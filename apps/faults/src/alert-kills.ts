import { setTimeout as pause } from "node:timers/promises";
import { askServers } from "./ask-servers.ts";
import { compareStates } from "./compare-states.ts";
import type { FaultPostgres } from "./fault-postgres.ts";
import { startReceiver } from "./notification-receiver.ts";
import { type ServerOptions, type ServerProcess, killAtStart, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";

export interface AlertKillOptions extends Pick<ServerOptions, "from"> {
  readonly postgres: FaultPostgres;
  readonly alerts: number;
  readonly kills: number;
  readonly onProgress?: (kills: number, changes: number) => void;
}

export interface AlertKillReport {
  readonly kills: number;
  /** Number of kills while alerts were evaluated or channels were notified. */
  readonly killsInside: number;
  readonly killedAtStart: number;
  /** Number of state changes that the test caused. */
  readonly changes: number;
  /** Changes that are not in the history, or were not notified. */
  readonly missed: readonly string[];
  /** Changes that are twice in the history, or were notified with two ids. */
  readonly doubled: readonly string[];
  /** Number of repeated requests. A request is repeated with the same id if its outcome could not be stored. */
  readonly repeated: number;
}

interface Change {
  readonly toState: string;
}

/**
 * Thresholds of an alert on the number of steps, which is always 3. The alert fires with the first threshold, and not
 * with the second.
 */
const firing = 1;
const resolved = 1_000;
/** After this many kills, a server is also killed during its start. */
const killsPerStart = 6;
/** Maximum time between two kills, in milliseconds. */
const maxLifeMs = 3_000;
const pollMs = 100;

/**
 * Runs two `threadline serve` processes on one database, and kills one of them with SIGKILL at random moments while
 * alerts fire and recover. Then compares the state changes that the test caused with the history of the alerts, and
 * with the requests to a receiver.
 */
export function killAlerts({ postgres, alerts, kills, from, onProgress }: AlertKillOptions): Promise<AlertKillReport> {
  return withFolder(async (dataDir) => {
    const receiver = await startReceiver();
    const databaseUrl = await postgres.createDatabase();
    const options: ServerOptions = { dataDir, databaseUrl, from, flags: ["--no-login"] };
    const servers = [await startServer(options), await startServer(options)];
    try {
      const ids = await begin(servers, { alerts, receiver: receiver.url });
      let isOver = false;
      const waiting = new Set<string>();
      const caused = new Map(ids.map((id) => [id, 0]));
      const total = (): number => [...caused.values()].reduce((sum, count) => sum + count, 0);
      const working = Promise.all(
        ids.map(async (id) => {
          // oxlint-disable no-await-in-loop -- each change follows the one before
          for (let count = 1; !isOver; count += 1) {
            waiting.add(id);
            await change(servers, { id, threshold: count % 2 === 1 ? firing : resolved });
            caused.set(id, count);
            while ((await historyOf(servers, id)).length < count) await pause(pollMs);
            waiting.delete(id);
          }
          // oxlint-enable no-await-in-loop
        }),
      );
      let [inside, killedAtStart] = [0, 0];
      for (let killed = 1; killed <= kills; killed += 1) {
        // oxlint-disable no-await-in-loop -- one kill after the other
        await pause(Math.random() * maxLifeMs);
        const index = Math.random() < 0.5 ? 0 : 1;
        if (waiting.size > 0) inside += 1;
        await servers[index]?.stop("SIGKILL");
        if (killed % killsPerStart === 0) {
          killedAtStart += 1;
          await killAtStart(options);
        }
        servers[index] = await startServer(options);
        onProgress?.(killed, total());
        // oxlint-enable no-await-in-loop
      }
      isOver = true;
      await working;
      // oxlint-disable-next-line no-await-in-loop -- until all are sent
      while (await hasPending(servers)) await pause(pollMs);
      const missed: string[] = [];
      const doubled: string[] = [];
      for (const id of ids) {
        const expected = Array.from({ length: caused.get(id) ?? 0 }, (_, nth) => (nth % 2 === 0 ? "FIRING" : "OK"));
        // oxlint-disable-next-line no-await-in-loop -- few alerts
        const history = (await historyOf(servers, id)).map(({ toState }) => toState).toReversed();
        for (const states of [history, receiver.statesOf(id)]) {
          const difference = compareStates(expected, states);
          missed.push(...difference.missed.map((state) => `${id} ${state}`));
          doubled.push(...difference.doubled.map((state) => `${id} ${state}`));
        }
      }
      return {
        kills,
        killsInside: inside,
        killedAtStart,
        changes: total(),
        missed,
        doubled,
        repeated: receiver.repeated(),
      };
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      receiver.close();
    }
  });
}

/** Stores three steps, and creates a channel and alerts that do not fire yet. Returns the ids of the alerts. */
async function begin(
  servers: readonly ServerProcess[],
  { alerts, receiver }: { readonly alerts: number; readonly receiver: string },
): Promise<string[]> {
  const startTime = new Date(Date.now() - 3_600_000).toISOString();
  await askServers(servers, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: [1, 2, 3].map((index) => ({ id: `s${index}`, type: "run", startTime })),
  });
  const { createChannel } = (await askServers(
    servers,
    "mutation ($channel: ChannelInput!) { createChannel(channel: $channel) { channel { id } } }",
    { channel: { name: "Receiver", kind: "WEBHOOK", url: receiver } },
  )) as { readonly createChannel: { readonly channel: { readonly id: string } } };
  return Promise.all(
    Array.from({ length: alerts }, async (_, index) => {
      const alert = contentOf(`alert-${index}`, resolved, createChannel.channel.id);
      const { createAlert } = (await askServers(
        servers,
        "mutation ($alert: AlertInput!) { createAlert(alert: $alert) { id } }",
        { alert },
      )) as { readonly createAlert: { readonly id: string } };
      return createAlert.id;
    }),
  );
}

function contentOf(name: string, threshold: number, channelId: string): object {
  return { name, metric: "stepCount", kind: "ABOVE", threshold, period: "DAY", channelIds: [channelId], isOn: true };
}

/** Changes the threshold of an alert, which is then evaluated. */
async function change(
  servers: readonly ServerProcess[],
  { id, threshold }: { readonly id: string; readonly threshold: number },
): Promise<void> {
  const { alert } = (await askServers(servers, "query ($id: String!) { alert(id: $id) { name channelIds } }", {
    id,
  })) as {
    readonly alert: { readonly name: string; readonly channelIds: readonly string[] };
  };
  await askServers(
    servers,
    "mutation ($id: String!, $alert: AlertInput!) { updateAlert(id: $id, alert: $alert) { id } }",
    {
      id,
      alert: contentOf(alert.name, threshold, alert.channelIds[0] ?? ""),
    },
  );
}

/** All changes of an alert, newest first. */
async function historyOf(servers: readonly ServerProcess[], id: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (let skip = 0; ; skip += 100) {
    const query =
      "query ($id: String!, $skip: Int) { alert(id: $id) { changes(first: 100, skip: $skip) { toState } } }";
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { alert } = (await askServers(servers, query, { id, skip })) as {
      readonly alert: { readonly changes: Change[] };
    };
    changes.push(...alert.changes);
    if (alert.changes.length < 100) return changes;
  }
}

async function hasPending(servers: readonly ServerProcess[]): Promise<boolean> {
  const { channels } = (await askServers(
    servers,
    "{ channels { deliveries(state: PENDING, first: 1) { id } } }",
    {},
  )) as {
    readonly channels: readonly { readonly deliveries: readonly object[] }[];
  };
  return channels.some(({ deliveries }) => deliveries.length > 0);
}
