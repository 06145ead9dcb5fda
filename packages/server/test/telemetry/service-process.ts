/**
 * Starts a service, and prints the loaded tracing packages, or the startup error. The first argument is `missing` to
 * hide the packages; the second one is the URL of a receiver. Run in a separate process.
 */
import { registerHooks } from "node:module";

const [packages = "installed", otlpUrl] = process.argv.slice(2);
const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    if (packages === "missing" && specifier.startsWith("@opentelemetry/")) {
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    const part = /@opentelemetry\/(?:sdk-trace|exporter)|telemetry\/open-telemetry/.exec(url)?.[0];
    if (part !== undefined) loaded.add(part);
    return next(url, context);
  },
});
const { createServer } = await import("../../src/index.ts");
const server = createServer({ apiKey: "tl_key", otlpUrl });
try {
  await server.ready;
  const headers = { "x-api-key": "tl_key", "content-type": "application/json" };
  const body = JSON.stringify({ query: "{ steps(first: 1) { totalCount } }" });
  const { status } = await server.fetch("http://localhost/api/graphql", { method: "POST", headers, body });
  console.log(JSON.stringify({ status, loaded: [...loaded].toSorted() }));
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
} finally {
  await server.close();
}
