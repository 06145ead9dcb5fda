import { newestFormat, type Upgrade, upgrades } from "../../src/store/schema/format.ts";

export const formatBefore: number = newestFormat();

/** Adds an upgrade as a later version would do. Calling the returned function removes the upgrade. */
export function addUpgrade(upgrade: Upgrade): () => void {
  const list = upgrades as Upgrade[]; // only tests may change it
  list.push(upgrade);
  return () => {
    const index = list.indexOf(upgrade);
    if (index !== -1) list.splice(index, 1);
  };
}

/** Upgrade that changes every step, so that the embedded database needs many writes. */
export const largeUpgrade: Upgrade = {
  sqlite: [
    "ALTER TABLE steps ADD COLUMN later TEXT",
    "UPDATE steps SET later = id || printf('%.*c', 500, 'x')",
    "CREATE INDEX steps_by_later ON steps (project_id, later)",
    "CREATE TABLE later_payloads AS SELECT * FROM step_payloads",
  ],
  postgres: ["ALTER TABLE views ADD COLUMN later text NOT NULL DEFAULT 'later'"],
};
