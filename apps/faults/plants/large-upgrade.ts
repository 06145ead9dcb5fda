/**
 * Gives the service an additional upgrade, as a later version would have, so that the service can be killed during the
 * upgrade. This is not a bug.
 */
import { addUpgrade, largeUpgrade } from "../../../packages/server/test/upgrades/add-upgrade.ts";

addUpgrade(largeUpgrade);
