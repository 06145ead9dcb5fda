import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { AddressRefusedError, checkModelUrl, readAllowedHosts } from "../../src/models/address-policy.ts";
import { createModelFetch, type Resolve } from "../../src/models/model-fetch.ts";

const nothing = readAllowedHosts([], false);

/** Hosts that are not public, in the notations of URLs and resolvers. */
const internal = [
  "127.0.0.1",
  "127.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "017700000001",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "167772161",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "0251.0376.0251.0376",
  "169.254.170.2",
  "100.64.0.1",
  "100.100.100.200",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:a9fe:a9fe]",
  "[0:0:0:0:0:ffff:169.254.169.254]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::1]",
  "[100::1]",
  "[2001::1]",
  "[2001:10::1]",
  "[2001:db8::1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[3fff::1]",
  "[5f00::1]",
  "localhost",
  "localhost.",
  "LOCALHOST",
  "a.localhost",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "１２７.０.０.１",
  "metadata.google.internal",
  "metadata.google.internal.",
  "metadata",
  "instance-data",
  "printer.local",
  "router.home.arpa",
];

/** Records all sockets opened until the end of the test. */
function watchSockets(): unknown[] {
  const sockets: unknown[] = [];
  const watch = (message: unknown): void => void sockets.push(message);
  subscribe("net.client.socket", watch);
  onTestFinished(() => void unsubscribe("net.client.socket", watch));
  return sockets;
}

async function listen(): Promise<{ readonly port: number; readonly requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    if (request.url === "/redirect") response.writeHead(302, { location: "/target" }).end();
    else if (request.url === "/long") response.end("x".repeat(17 * 1024 * 1024));
    else response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

const resolvesTo =
  (...addresses: readonly string[]): Resolve =>
  (_hostname, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

async function failureOf(request: Promise<unknown>): Promise<unknown> {
  const error: unknown = await request.then(
    () => new Error("The request succeeded"),
    (reason: unknown) => reason,
  );
  return error;
}

describe("T94, T97: URLs of model connections", () => {
  test.each(internal.flatMap((host) => [`http://${host}/v1`, `https://${host}/v1`, `https://${host}:8443/v1`]))(
    "%j is refused",
    async (text) => {
      const sockets = watchSockets();
      expect(() => checkModelUrl(nothing, new URL(text))).toThrow(AddressRefusedError);
      expect(await failureOf(createModelFetch(nothing)(text))).toBeInstanceOf(AddressRefusedError);
      expect(sockets).toEqual([]);
    },
  );

  test.each([
    "http://api.example.com/v1",
    "ftp://api.example.com/v1",
    "file:///etc/passwd",
    "data:text/plain,x",
    "blob:https://api.example.com/x",
    "https://user@api.example.com/v1",
    "https://user:pass@api.example.com/v1",
  ])("%j is refused", (text) => {
    expect(() => checkModelUrl(nothing, new URL(text))).toThrow(AddressRefusedError);
  });

  test.each([
    "https://api.example.com/v1",
    "https://8.8.8.8/v1",
    "https://[2606:4700::1111]/v1",
    "https://1.1.1.1:8443",
  ])("%j is accepted", (text) => {
    expect(() => checkModelUrl(nothing, new URL(text))).not.toThrow();
  });
});

describe("T94, T95: addresses of names", () => {
  const addresses = [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "192.168.1.1",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "fd00::1",
    "fe80::1",
    "2002:7f00:1::",
  ];
  test.each(addresses)("a name that resolves to %s is not contacted", async (address) => {
    const sockets = watchSockets();
    const fetchModel = createModelFetch(nothing, resolvesTo(address));
    expect(await failureOf(fetchModel("https://api.example.com/v1"))).toBeInstanceOf(AddressRefusedError);
    expect(sockets.map((each) => (Object(each).socket as Socket).remoteAddress)).toEqual([undefined]);
  });

  test("the checked address is the one connected to, though the name changes with every lookup", async () => {
    const { port, requests } = await listen();
    let lookups = 0;
    const flipping: Resolve = (_hostname, done) => {
      lookups += 1;
      // The first answer is allowed; later ones are internal addresses.
      done(null, [{ address: lookups === 1 ? "127.0.0.2" : "127.0.0.1", family: 4 }]);
    };
    const fetchModel = createModelFetch(readAllowedHosts(["127.0.0.2"], false), flipping);
    const first = await failureOf(fetchModel(`http://api.example.com:${port}/v1`));
    expect(first).toMatchObject({ code: "ECONNREFUSED", address: "127.0.0.2" });
    expect(lookups).toBe(1);
    expect(await failureOf(fetchModel(`http://api.example.com:${port}/v1`))).toBeInstanceOf(AddressRefusedError);
    expect(requests).toEqual([]);
  });

  test("of several addresses, only allowed ones are contacted", async () => {
    const { port, requests } = await listen();
    const allowed = readAllowedHosts(["127.0.0.1"], false);
    const fetchModel = createModelFetch(allowed, resolvesTo("10.255.255.1", "127.0.0.1", "::1"));
    expect(await (await fetchModel(`http://api.example.com:${port}/v1`)).text()).toBe("ok");
    expect(requests).toEqual([`api.example.com:${port} /v1`]);
  });

  test("without TLS, a public address is not contacted", async () => {
    const fetchModel = createModelFetch(readAllowedHosts(["10.0.0.0/8"], false), resolvesTo("8.8.8.8"));
    expect(await failureOf(fetchModel("http://api.example.com/v1"))).toBeInstanceOf(AddressRefusedError);
  });
});

test("T96, T99: redirects are not followed, and long responses are cut", async () => {
  const { port, requests } = await listen();
  const fetchModel = createModelFetch(readAllowedHosts(["127.0.0.1"], false));
  const redirect = await fetchModel(`http://127.0.0.1:${port}/redirect`);
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/target"]);
  const long = await fetchModel(`http://127.0.0.1:${port}/long`);
  await expect(long.text()).rejects.toThrow("is larger than 16777216 bytes");
  expect(requests.map((each) => each.split(" ")[1])).toEqual(["/redirect", "/long"]);
});

test("T100: the operator can allow names, addresses and networks; without login, this machine is allowed", async () => {
  const { port } = await listen();
  const local = `http://127.0.0.1:${port}/`;
  for (const hosts of [["127.0.0.1"], ["127.0.0.0/8"], [" ollama.lan ", "127.0.0.1/32"]]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await (await createModelFetch(readAllowedHosts(hosts, false))(local)).text()).toBe("ok");
  }
  const noLogin = readAllowedHosts([], true);
  expect(await (await createModelFetch(noLogin)(local)).text()).toBe("ok");
  expect(await (await createModelFetch(noLogin, resolvesTo("127.0.0.1"))(`http://localhost:${port}`)).text()).toBe(
    "ok",
  );
  expect(() => checkModelUrl(noLogin, new URL("http://10.0.0.1/"))).toThrow(AddressRefusedError);
  const named = readAllowedHosts(["ollama.lan"], false);
  const fetchNamed = createModelFetch(named, resolvesTo("127.0.0.1"));
  expect(await (await fetchNamed(`http://ollama.lan:${port}`)).text()).toBe("ok");
  expect(() => checkModelUrl(named, new URL("http://other.lan/"))).toThrow(AddressRefusedError);
  expect(() => checkModelUrl(readAllowedHosts(["fd00::/8"], false), new URL("http://[fd12::1]/"))).not.toThrow();
});

test.each(["", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "http://ollama", "ollama:11434", "*.lan", "fd00::/129"])(
  "the allowed host %j is rejected at the start",
  (host) => {
    expect(() => readAllowedHosts([host], false)).toThrow("must be a host name, an IP address or a network");
  },
);
