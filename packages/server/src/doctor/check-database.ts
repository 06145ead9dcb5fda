import type { Deployment } from "./deployment.ts";
import type { Finding } from "./finding.ts";

export async function checkDatabase(deployment: Deployment): Promise<readonly Finding[]> {
  const { databaseUrl } = deployment.configuration;
  if (databaseUrl === undefined) {
    const { checkDatabaseFile } = await import("./check-database-file.ts");
    return checkDatabaseFile(deployment);
  }
  const { checkPostgres } = await import("./check-postgres.ts");
  return checkPostgres(deployment, databaseUrl);
}
