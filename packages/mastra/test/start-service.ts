import { startTestService, type TestService } from "../../../tooling/test-service.ts";
import { ThreadlineExporter, type ThreadlineExporterOptions } from "../src/index.ts";

export interface Service extends TestService {
  exporter: (options?: ThreadlineExporterOptions) => ThreadlineExporter;
}

/** Starts the real service in this process and in memory, with a client. Both run until the end of the test. */
export function startService(): Service {
  const service = startTestService();
  return { ...service, exporter: (options) => new ThreadlineExporter(service.client, options) };
}
