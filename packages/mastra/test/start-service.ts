import { startTestService, type TestService } from "../../../tooling/test-service.ts";
import { ThreadlineExporter, type ThreadlineExporterOptions } from "../src/index.ts";

export interface Service extends TestService {
  exporter: (options?: ThreadlineExporterOptions) => ThreadlineExporter;
}

/** Starts a service in this process and in memory, and creates a client. Both run until the end of the test. */
export function startService(): Service {
  const service = startTestService();
  return { ...service, exporter: (options) => new ThreadlineExporter(service.client, options) };
}
