import { lockNumbers } from "../session/locks.ts";

/**
 * `repricings` counts the changes of a project's prices. `after` is the step up to which the stored costs follow the last
 * change; null when all do.
 */
export const priceTables: readonly string[] = [
  "CREATE TABLE repricings (project_id bigint PRIMARY KEY, version bigint NOT NULL, after bigint)",
  // Holds off a change of the prices until the transaction ends; in one function, which sees the change it waited for.
  `CREATE FUNCTION threadline_hold_prices(project bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${lockNumbers.prices}, (project % 2147483648)::int);
    RETURN coalesce((SELECT version FROM repricings WHERE project_id = project), 0);
  END $$`,
];
