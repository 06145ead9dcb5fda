/**
 * Adds a large upgrade of the database to the service, as a later version of the service would. A test can then kill
 * the service during the upgrade.
 */
import { addUpgrade, largeUpgrade } from "../../../packages/server/test/upgrades/add-upgrade.ts";

addUpgrade(largeUpgrade);
