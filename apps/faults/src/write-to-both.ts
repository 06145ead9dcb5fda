import { Client } from "./client.ts";
import { type Findings, History } from "./history.ts";
import { Load } from "./load.ts";

/**
 * Writes to two services with the same database, or to one service through two connections, and compares the stored
 * records with the acknowledged ones.
 */
export async function writeToBoth(one: string, other: string): Promise<Findings> {
  const [first, second] = [new Client(one), new Client(other)];
  const history = new History();
  let [batches, firstNumber] = [0, 0];
  const loads = [first, second].map(
    (client) =>
      new Load({
        client,
        history,
        lanes: 2,
        firstNumber: (firstNumber += 10_000),
        onAcknowledged: () => (batches += 1),
      }),
  );
  for (const load of loads) load.start();
  // oxlint-disable-next-line no-await-in-loop -- polls
  while (batches < 12) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all(loads.map((load) => load.stop()));
  const findings = history.compare(await first.readSteps());
  first.close();
  second.close();
  return findings;
}
