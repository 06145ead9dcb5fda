import { Threadline } from "./threadline.ts";
import { expect, test, vi } from "vitest";
import { resolveConfiguration } from "./configuration.ts";

test("options take precedence over variables, and THREADLINE_* over LITERAL_*", () => {
  const older = { LITERAL_API_KEY: "old", LITERAL_API_URL: "http://old.test" };
  expect(resolveConfiguration({}, older)).toMatchObject({ apiKey: "old", url: "http://old.test" });
  const ours = { ...older, THREADLINE_API_KEY: "ours", THREADLINE_URL: "http://ours.test" };
  expect(resolveConfiguration({}, ours)).toMatchObject({ apiKey: "ours", url: "http://ours.test" });
  const options = { apiKey: "own", url: "http://own.test" };
  expect(resolveConfiguration(options, ours)).toMatchObject(options);
});

test("the default URL is the local service", () => {
  expect(resolveConfiguration({ apiKey: "k" }, {}).url).toBe("http://127.0.0.1:4000");
});

test.each([
  ["http://h.test/", "http://h.test"],
  ["https://h.test/base//", "https://h.test/base"],
])("the URL %s is used as %s", (apiUrl, url) => {
  expect(resolveConfiguration({ apiKey: "k", apiUrl }, {}).url).toBe(url);
});

test("the error of a missing key names the option and the variables", () => {
  expect(() => resolveConfiguration({}, {})).toThrow(/apiKey.*THREADLINE_API_KEY.*LITERAL_API_KEY/);
});

test("a disabled client needs no key", () => {
  expect(resolveConfiguration({ disabled: true }, {})).toMatchObject({ apiKey: "", disabled: true });
});

test.each([
  [{ apiKey: "se\ncret" }, /apiKey/],
  [{ url: "not a url" }, /url/],
  [{ url: "ftp://h.test" }, /url/],
  [{ url: "http://user:secret@h.test" }, /url/],
  [{ environment: "dé\n" as never }, /environment/],
  [{ timeoutMs: 0 }, /timeoutMs/],
  [{ timeoutMs: Number.NaN }, /timeoutMs/],
  [{ maxRetries: -1 }, /maxRetries/],
  [{ maxRetries: 1.5 }, /maxRetries/],
])("the error of an invalid option names it: %j", (option, message) => {
  expect(() => resolveConfiguration({ apiKey: "k", ...option }, {})).toThrow(message);
  expect(() => resolveConfiguration({ apiKey: "k", ...option }, {})).not.toThrow(/secret|se\ncret/);
});

test("errors go to the console as one line without onError", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  resolveConfiguration({ apiKey: "k" }, {}).onError(new Error("no answer"));
  expect(warn).toHaveBeenCalledExactlyOnceWith("[threadline] no answer");
  warn.mockRestore();
});

test("a client resolves its options once", () => {
  let reads = 0;
  const metadata = {
    get release() {
      reads += 1;
      return "1.2.3";
    },
  };
  expect(new Threadline({ disabled: true, metadata }).globalMetadata).toStrictEqual({ release: "1.2.3" });
  expect(reads).toBe(1);
});
