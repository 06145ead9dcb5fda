import { expect, test } from "vitest";
import { clientAddress, networkOf } from "./client-address.ts";

test.each([
  ["without a proxy, the socket address counts, regardless of headers", "1.1.1.1, 2.2.2.2", 0, "9.9.9.9"],
  ["one proxy vouches for the last entry", "1.1.1.1, 2.2.2.2", 1, "2.2.2.2"],
  ["two proxies vouch for the last entry but one", "1.1.1.1, 2.2.2.2", 2, "1.1.1.1"],
  ["without the header, the address of the proxy counts", undefined, 1, "9.9.9.9"],
  ["empty entries are ignored", " , ,", 1, "9.9.9.9"],
])("%s", (_what, header, proxies, expected) => {
  expect(clientAddress(header, "9.9.9.9", proxies)).toBe(expected);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ["in process", "in process"],
  ["", ""],
])("the address %s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ["192.0.2.7:4711", "192.0.2.7"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["1.2.3.4.5:6", "1.2.3.4.5:6"],
])("%s from a proxy is the IP address %s", (forwarded, address) =>
  expect(clientAddress(forwarded, "10.0.0.1", 1)).toBe(address),
);
