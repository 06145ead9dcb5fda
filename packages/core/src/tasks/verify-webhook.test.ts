import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook } from "./verify-webhook.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = "whsec_AAAQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = JSON.stringify({ text: "Grüße 🎉" });

/** Returns headers that the reference implementation signed. */
function signed(id = "msg_1", at = new Date(), key = secret): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(key).sign(id, at, body),
  };
}

test("a request that the reference implementation signed is accepted", async () => {
  expect(await verifyWebhook({ secret, headers: signed(), body })).toBe("msg_1");
  const bytes = new TextEncoder().encode(body);
  expect(await verifyWebhook({ secret, headers: new Headers(signed()), body: bytes })).toBe("msg_1");
  const headers = signed();
  const rotated = { ...headers, "webhook-signature": `v1,AAAA v2,x ${headers["webhook-signature"]}` };
  expect(await verifyWebhook({ secret, headers: rotated, body })).toBe("msg_1");
});

test("changed, old, future and unsigned requests are rejected", async () => {
  const reject = async (headers: Record<string, string>, content = body, key = secret): Promise<string> =>
    verifyWebhook({ secret: key, headers, body: content }).then(
      () => "accepted",
      (error: unknown) => (error as Error).message,
    );
  const invalid =
    "The signature of the request is not valid. Check the signing secret, and pass the body exactly as received.";
  expect(await reject(signed(), `${body} `)).toBe(invalid);
  expect(await reject(signed("msg_1", new Date(), other))).toBe(invalid);
  expect(await reject({ ...signed(), "webhook-id": "msg_2" })).toBe(invalid);
  expect(await reject({ ...signed(), "webhook-signature": "v1,%%%" })).toBe(invalid);
  expect(await reject({ ...signed(), "webhook-signature": "" })).toBe(invalid);
  expect(await reject(signed("msg_1", new Date(Date.now() - 301_000)))).toContain("too old");
  expect(await reject(signed("msg_1", new Date(Date.now() + 302_000)))).toContain("too old");
  const unsigned = "The request is not signed: its webhook-id or webhook-timestamp header is missing or not valid.";
  expect(await reject({})).toBe(unsigned);
  expect(await reject({ ...signed(), "webhook-timestamp": "1e9" })).toBe(unsigned);
  expect(await reject(signed(), body, "whsec_%")).toContain("whsec_");
});
