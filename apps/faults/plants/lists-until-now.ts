/**
 * Planted bug: lists omit steps whose time is later than the service's clock, for example after the clock was set back.
 */
import { DatabaseSync } from "node:sqlite";

const steps = /SELECT (r\.)?key AS key, (r\.)?created_at AS value FROM steps r WHERE (r\.)?project_id = \?/g;
const untilNow = "AND r.created_at <= CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)";
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const { prepare } = DatabaseSync.prototype;

DatabaseSync.prototype.prepare = function plantedPrepare(this: DatabaseSync, sql, ...rest) {
  return prepare.call(
    this,
    sql.replaceAll(steps, (list) => `${list} ${untilNow}`),
    ...rest,
  );
};
