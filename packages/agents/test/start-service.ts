import { startTestService, type TestService } from "../../../tooling/test-service.ts";
import { ThreadlineTracingProcessor, type TracingProcessorOptions } from "../src/index.ts";

export interface Service extends TestService {
  processor: (options?: TracingProcessorOptions) => ThreadlineTracingProcessor;
}

/** Starts the real service in memory in this process, with a client, until the end of the test. */
export function startService(): Service {
  const service = startTestService();
  return { ...service, processor: (options) => new ThreadlineTracingProcessor(service.client, options) };
}
