/** Not a bug: the service has one upgrade more, as a later version has, so that it can be killed in it. */
import { addUpgrade, largeUpgrade } from "../../../packages/server/test/upgrades/add-upgrade.ts";

addUpgrade(largeUpgrade);
