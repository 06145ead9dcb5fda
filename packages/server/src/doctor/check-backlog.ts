import type { StoreBacklog } from "../store/store.ts";
import { ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Number of unprocessed records above which a warning is shown. Two cores take minutes to process so many records. */
const manyRecords = 500_000;

export function checkBacklog({ search, sums, costs }: StoreBacklog): Finding {
  const message = `Not yet in the search index: ${search} records; not yet in the statistics: ${sums} records; projects with new prices: ${costs}.`;
  return search + sums > manyRecords
    ? warning(
        "backlog",
        message,
        "Watch the metric threadline_backlog_records. If it keeps growing, use a larger machine.",
      )
    : ok("backlog", message);
}
