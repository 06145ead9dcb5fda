import { expect, test } from "vitest";
import { loadConfiguration } from "../config/load-configuration.ts";
import { renderBanner } from "./render-banner.ts";

const project = { id: "p", name: "default", createdAt: 0 };
const ready = { project, createdKey: null, setupPath: null, warnings: [] };
const configuration = loadConfiguration({ flags: {}, env: {} });
const url = "http://127.0.0.1:4000";

test("the link of the first account stands on a line of its own, by the public URL", () => {
  const setupUrl = "https://threadline.example.com/setup?token=t";
  const text = renderBanner({ url, setupUrl, configuration, ready, isOpen: false });
  expect(text).toContain(`\n\n  ${setupUrl}\n`);
  expect(text).not.toContain("unencrypted");
});

test("what the database is set to and should not be stands in the open", () => {
  const warnings = ["PostgreSQL does not sync its files. Set fsync = on."];
  const text = renderBanner({ url, setupUrl: null, configuration, ready: { ...ready, warnings }, isOpen: false });
  expect(text).toContain(`\nWarning: ${warnings[0]}\n`);
});

test("a service that other machines reach by HTTP says what to do about it", () => {
  const text = renderBanner({ url, setupUrl: null, configuration, ready, isOpen: true });
  expect(text).toContain("reach this address unencrypted");
  expect(text).toContain("--base-url");
});
