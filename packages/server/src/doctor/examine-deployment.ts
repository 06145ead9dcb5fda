import { checkDataFolder } from "./check-data-folder.ts";
import { checkDatabase } from "./check-database.ts";
import { checkExposure } from "./check-exposure.ts";
import { checkFiles } from "./check-files.ts";
import { checkRuntime } from "./check-runtime.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkService } from "./check-service.ts";
import { checkSingleSignOn } from "./check-single-sign-on.ts";
import type { Deployment } from "./deployment.ts";
import { failure } from "./finding.ts";
import type { Finding } from "./finding.ts";

const checks: Readonly<Record<string, (deployment: Deployment) => Promise<readonly Finding[]>>> = {
  runtime: checkRuntime,
  exposure: checkExposure,
  secrets: checkSecrets,
  "single-sign-on": checkSingleSignOn,
  "data-folder": checkDataFolder,
  database: checkDatabase,
  files: checkFiles,
  service: checkService,
};

/** Runs all checks in order. A check that throws yields a failure, and the others still run. */
export async function* examineDeployment(deployment: Deployment): AsyncGenerator<Finding> {
  for (const [name, check] of Object.entries(checks)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- in order of output
      yield* await check(deployment);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      yield failure(
        name,
        `Check failed: ${reason}.`.replace(/\.\.$/, "."),
        "Fix the cause, then run this command again.",
      );
    }
  }
}
