import { expect, test } from "vitest";
import { loadConfiguration } from "../config/load-configuration.ts";
import { renderBanner } from "./render-banner.ts";

const project = { id: "p", name: "default", createdAt: 0 };
const ready = { project, createdKey: null, setupPath: null, warnings: [] };
const configuration = loadConfiguration({ flags: {}, env: {} });
const url = "http://127.0.0.1:4000";

test("the setup link is on a separate line, with the public URL", () => {
  const setupUrl = "https://threadline.example.com/setup?token=t";
  const text = renderBanner({ url, setupUrl, configuration, ready, isOpen: false });
  expect(text).toContain(`\n\n  ${setupUrl}\n`);
  expect(text).not.toContain("unencrypted");
});

test("the addresses for OpenTelemetry are shown with the header to set", () => {
  const options = { url, setupUrl: null, configuration, ready, isOpen: false };
  const http = `\n  OTLP       ${url}  (OTEL_EXPORTER_OTLP_ENDPOINT; header x-api-key=<key>)\n`;
  expect(renderBanner(options)).toContain(http);
  expect(renderBanner(options)).not.toContain("gRPC");
  const both = renderBanner({ ...options, grpcPort: 4317 });
  expect(both).toContain(`${http}  OTLP gRPC  http://127.0.0.1:4317  (same header)\n`);
});

test("unsafe database settings are shown", () => {
  const warnings = ["PostgreSQL does not sync its files. Set fsync = on."];
  const text = renderBanner({ url, setupUrl: null, configuration, ready: { ...ready, warnings }, isOpen: false });
  expect(text).toContain(`\nWarning: ${warnings[0]}\n`);
});

test("a service reachable by HTTP from other machines prints advice", () => {
  const text = renderBanner({ url, setupUrl: null, configuration, ready, isOpen: true });
  expect(text).toContain("reach this address unencrypted");
  expect(text).toContain("--base-url");
});
