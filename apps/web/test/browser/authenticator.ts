import { createHmac } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator shows `later` half minutes from now, by RFC 6238. */
export function authenticatorCode(secret: string, later = 0): string {
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) % 16;
  return String((digest.readUInt32BE(offset) % 2 ** 31) % 10 ** 6).padStart(6, "0");
}
