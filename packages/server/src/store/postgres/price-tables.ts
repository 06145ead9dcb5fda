import { lockNumbers } from "../session/locks.ts";
import { secure } from "../schema/create-table.ts";

/**
 * Prices of models. `repricings` counts the changes of a project's prices, and tells up to which step the stored costs
 * follow the last one; null when all do.
 */
export const priceTables: readonly string[] = [
  `CREATE TABLE model_prices (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, updated_at bigint NOT NULL, name text, match text NOT NULL, provider text,
    input_price double precision NOT NULL, output_price double precision NOT NULL, cached_input_price double precision,
    cache_write_price double precision, reasoning_price double precision, valid_from bigint, valid_to bigint,
    PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  ...secure("model_prices"),
  "CREATE TABLE repricings (project_id bigint PRIMARY KEY, version bigint NOT NULL, after bigint)",
  // Holds off a change of the prices until the transaction ends; in one function, which sees the change it waited for.
  `CREATE FUNCTION threadline_hold_prices(project bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${lockNumbers.prices}, (project % 2147483648)::int);
    RETURN coalesce((SELECT version FROM repricings WHERE project_id = project), 0);
  END $$`,
];
