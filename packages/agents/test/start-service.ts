import { startTestService, type TestService } from "../../../tooling/test-service.ts";
import { ThreadlineTracingProcessor, type TracingProcessorOptions } from "../src/index.ts";

export interface Service extends TestService {
  processor: (options?: TracingProcessorOptions) => ThreadlineTracingProcessor;
}

/** Starts a service in this process and in memory, and creates a client. Both run until the end of the test. */
export function startService(): Service {
  const service = startTestService();
  return { ...service, processor: (options) => new ThreadlineTracingProcessor(service.client, options) };
}
