import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGuardedFetch, isAllowedUrl } from "../../src/accounts/guarded-fetch.ts";

describe("T94, T97: the identity provider, the only contacted host", () => {
  const allowed = { origin: "https://idp.example", hosts: ["idp.example", "keys.example:8443"] };
  const internal = [
    "127.0.0.1",
    "127.1",
    "127.0.0.1:80",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "017700000001",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "100.64.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[0:0:0:0:0:ffff:169.254.169.254]",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "a.localhost",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "metadata.google.internal",
    "metadata",
    "instance-data",
    "kubernetes.default.svc",
    "idp.example.evil.example",
    "evil-idp.example",
    "idp.example.",
    "idp.example:8080",
    "keys.example",
    "xn--idp-example",
    "idp。example:1",
  ];
  const odd = [
    "http://idp.example/",
    "ftp://idp.example/",
    "file:///etc/passwd",
    "gopher://idp.example/",
    "data:text/html,x",
    "javascript:alert(1)",
    "//evil.example/",
    "https:evil.example",
    "https://idp.example@evil.example/",
    "https://user:pass@idp.example/",
    "https://user@idp.example/",
    "https://evil.example#@idp.example",
    "https://evil.example?@idp.example",
    "https://evil.example\\@idp.example",
    "https://idp.example%2f@evil.example",
    "https://idp.example%00.evil.example/",
    "https://idp.example\t.evil.example/",
    "ws://idp.example/",
    "",
    " ",
    "idp.example",
    "https://",
    "https://[",
    "blob:https://idp.example/x",
  ];
  test.each([...internal.map((host) => `http://${host}/`), ...internal.map((host) => `https://${host}/`), ...odd])(
    "%j is not contacted",
    (url) => {
      expect(isAllowedUrl(url, allowed)).toBe(false);
    },
  );

  test.each([
    "https://idp.example/keys",
    "https://IDP.example/",
    "https://idp.example:443/",
    "https://keys.example:8443/",
  ])("%j is contacted", (url) => {
    expect(isAllowedUrl(url, allowed)).toBe(true);
  });

  test("T96, T99: redirects and long responses are rejected", async () => {
    const contacted: string[] = [];
    const http = createHttpServer((request, response) => {
      contacted.push(request.url ?? "");
      if (request.url === "/redirect") return response.writeHead(302, { location: "/secret" }).end();
      if (request.url === "/long") return response.end(`{"a":"${"x".repeat(2_000_000)}"}`);
      return response.end('"a text"');
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const guarded = createGuardedFetch({ origin, hosts: [] });
    await expect(guarded(`${origin}/redirect`)).rejects.toThrow();
    await expect(guarded(`${origin}/long`)).rejects.toThrow("returned more than 1048576 bytes");
    await expect(guarded(`${origin}/text`)).rejects.toThrow("did not return a JSON object");
    await expect(guarded("http://127.0.0.1:1/")).rejects.toThrow(
      "is neither on the host of the issuer nor on an allowed host",
    );
    expect(contacted).toEqual(["/redirect", "/long", "/text"]);
  });
});
