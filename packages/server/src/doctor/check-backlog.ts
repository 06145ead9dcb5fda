import type { StoreBacklog } from "../store/store.ts";
import { ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Some minutes of work on two cores. */
const manyRecords = 500_000;

/** The work that follows the writes in the background. */
export function checkBacklog({ search, sums, costs }: StoreBacklog): Finding {
  const message = `Not yet in the index of texts: ${search}, in the sums over time: ${sums} records; ${costs} projects with new prices.`;
  return search + sums > manyRecords
    ? warning("backlog", message, "Watch threadline_backlog_records: when it keeps growing, the machine is too small.")
    : ok("backlog", message);
}
