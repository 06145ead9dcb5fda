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
  /** Number of kills while an alert was being evaluated or a channel was being notified. */
  readonly killsInside: number;
  readonly killedAtStart: number;
  readonly changes: number;
  /** State changes that are missing in the alert's history, or for which no notification arrived. */
  readonly missed: readonly string[];
  /**
   * State changes that the alert's history contains twice, or that were notified with two different notification ids.
   */
  readonly doubled: readonly string[];
  /**
   * Number of requests with a notification id that had arrived before. The service sends a notification again if a kill
   * prevented it from storing the outcome.
   */
  readonly repeated: number;
}

interface Change {
  readonly group: string | null;
  readonly toState: string;
}

/** Alert with its groups. For an alert that is not grouped, `groups` contains only null. */
interface KilledAlert {
  readonly id: string;
  readonly groups: readonly (string | null)[];
}

/** Names of the stored steps. Every second alert counts the steps of each name separately. */
const stepNames = ["one", "two"];
/**
 * Thresholds of the alerts, which fire above a number of steps. The number is always greater than `firing` and less
 * than `resolved`. So an alert fires when its threshold is set to `firing`, and recovers when it is set to `resolved`.
 */
const firing = 1;
const resolved = 1_000;
/** Number of kills after which a server is also killed during its start. The count then starts again. */
const killsPerStart = 6;
/** Maximum time between two kills, in milliseconds. */
const maxLifeMs = 3_000;
const pollMs = 100;

/**
 * Kills `threadline serve` processes at random moments while alerts fire and recover. Two processes share one database,
 * and each kill hits one of them. At the end, compares the state changes that the test caused with the history of the
 * alerts and with the received notifications.
 */
export function killAlerts({ postgres, alerts, kills, from, onProgress }: AlertKillOptions): Promise<AlertKillReport> {
  return withFolder(async (dataDir) => {
    const receiver = await startReceiver();
    const databaseUrl = await postgres.createDatabase();
    const options: ServerOptions = { dataDir, databaseUrl, from, flags: ["--no-login"] };
    const servers = [await startServer(options), await startServer(options)];
    try {
      const created = await begin(servers, { alerts, receiver: receiver.url });
      let isOver = false;
      const waiting = new Set<string>();
      const caused = new Map(created.map(({ id }) => [id, 0]));
      const total = (): number =>
        created.reduce((sum, { id, groups }) => sum + (caused.get(id) ?? 0) * groups.length, 0);
      const working = Promise.all(
        created.map(async ({ id, groups }) => {
          // oxlint-disable no-await-in-loop -- each change follows the one before
          for (let count = 1; !isOver; count += 1) {
            waiting.add(id);
            await change(servers, { id, threshold: count % 2 === 1 ? firing : resolved });
            caused.set(id, count);
            while ((await historyOf(servers, id)).length < count * groups.length) await pause(pollMs);
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
      for (const { id, groups } of created) {
        const expected = Array.from({ length: caused.get(id) ?? 0 }, (_, nth) => (nth % 2 === 0 ? "FIRING" : "OK"));
        // oxlint-disable-next-line no-await-in-loop -- few alerts
        const history = (await historyOf(servers, id)).toReversed();
        for (const group of groups) {
          const stored = history.filter((each) => each.group === group).map(({ toState }) => toState);
          for (const states of [stored, receiver.statesOf(id, group)]) {
            const difference = compareStates(expected, states);
            missed.push(...difference.missed.map((state) => `${id} ${group ?? ""} ${state}`));
            doubled.push(...difference.doubled.map((state) => `${id} ${group ?? ""} ${state}`));
          }
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

/** Stores three steps of each name, and creates a channel and alerts that do not fire yet. */
async function begin(
  servers: readonly ServerProcess[],
  { alerts, receiver }: { readonly alerts: number; readonly receiver: string },
): Promise<KilledAlert[]> {
  const startTime = new Date(Date.now() - 3_600_000).toISOString();
  await askServers(servers, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: stepNames.flatMap((name) =>
      [1, 2, 3].map((index) => ({ id: `${name}-${index}`, name, type: "run", startTime })),
    ),
  });
  const { createChannel } = (await askServers(
    servers,
    "mutation ($channel: ChannelInput!) { createChannel(channel: $channel) { channel { id } } }",
    { channel: { name: "Receiver", kind: "WEBHOOK", url: receiver } },
  )) as { readonly createChannel: { readonly channel: { readonly id: string } } };
  return Promise.all(
    Array.from({ length: alerts }, async (_, index) => {
      const groupBy = index % 2 === 0 ? null : "name";
      const alert = contentOf({
        name: `alert-${index}`,
        groupBy,
        threshold: resolved,
        channelIds: [createChannel.channel.id],
      });
      const { createAlert } = (await askServers(
        servers,
        "mutation ($alert: AlertInput!) { createAlert(alert: $alert) { id } }",
        { alert },
      )) as { readonly createAlert: { readonly id: string } };
      return { id: createAlert.id, groups: groupBy === null ? [null] : stepNames };
    }),
  );
}

interface ChangedContent {
  readonly name: string;
  readonly groupBy: string | null;
  readonly threshold: number;
  readonly channelIds: readonly string[];
}

function contentOf(changed: ChangedContent): object {
  return { ...changed, metric: "stepCount", kind: "ABOVE", period: "DAY", isOn: true };
}

async function change(
  servers: readonly ServerProcess[],
  { id, threshold }: { readonly id: string; readonly threshold: number },
): Promise<void> {
  const { alert } = (await askServers(servers, "query ($id: String!) { alert(id: $id) { name groupBy channelIds } }", {
    id,
  })) as { readonly alert: Omit<ChangedContent, "threshold"> };
  await askServers(
    servers,
    "mutation ($id: String!, $alert: AlertInput!) { updateAlert(id: $id, alert: $alert) { id } }",
    { id, alert: contentOf({ ...alert, threshold }) },
  );
}

async function historyOf(servers: readonly ServerProcess[], id: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (let skip = 0; ; skip += 100) {
    const query =
      "query ($id: String!, $skip: Int) { alert(id: $id) { changes(first: 100, skip: $skip) { group toState } } }";
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
