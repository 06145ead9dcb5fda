import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

test.each([
  ["the socket counts without a proxy, whatever a header says", "1.1.1.1, 2.2.2.2", 0, "9.9.9.9"],
  ["one proxy vouches for the last entry", "1.1.1.1, 2.2.2.2", 1, "2.2.2.2"],
  ["two proxies vouch for the last but one", "1.1.1.1, 2.2.2.2", 2, "1.1.1.1"],
  ["a proxy that writes nothing counts itself", undefined, 1, "9.9.9.9"],
  ["empty entries count for nothing", " , ,", 1, "9.9.9.9"],
])("%s", (_what, header, proxies, expected) => {
  expect(clientAddress(header, "9.9.9.9", proxies)).toBe(expected);
});
