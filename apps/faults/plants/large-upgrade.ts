/**
 * Adds an upgrade to the service, as a later version would have, so that a test can kill the service during an upgrade.
 */
import { addUpgrade, largeUpgrade } from "../../../packages/server/test/upgrades/add-upgrade.ts";

addUpgrade(largeUpgrade);
