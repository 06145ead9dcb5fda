/** Not a bug: the service has an additional upgrade, like a later version, so that it can be killed during it. */
import { addUpgrade, largeUpgrade } from "../../../packages/server/test/upgrades/add-upgrade.ts";

addUpgrade(largeUpgrade);
