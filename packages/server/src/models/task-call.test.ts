import { expect, test } from "vitest";
import { readSigningSecret } from "./sign-webhook.ts";

test("a signing secret is whsec_ and the base64 of 24 to 64 bytes", () => {
  const secret = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
  expect(readSigningSecret(secret(24))).toHaveLength(24);
  expect(readSigningSecret(secret(64))).toHaveLength(64);
  for (const invalid of [secret(23), secret(65), secret(24).slice(6), "whsec_!", "whsec_", "", null]) {
    expect(readSigningSecret(invalid)).toBeNull();
  }
});
