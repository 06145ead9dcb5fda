import { expect, test } from "vitest";
import { createUrlSigner } from "./url-signer.ts";

const terms = { contentType: "text/plain", maxBytes: 1000, size: 10 };

function at(time: number, secret = "s") {
  return createUrlSigner({ secret: Buffer.from(secret), now: () => time });
}

function query(url: string | null): URLSearchParams {
  return new URL(url ?? "").searchParams;
}

test("a read URL permits reading until it expires", () => {
  const url = query(at(0).signReadUrl("http://h", "p", "p/1"));
  expect(at(0).verifyRead("p/1", url)).toBe(300);
  expect(at(300_000).verifyRead("p/1", url)).toBe(0);
  expect(() => at(301_000).verifyRead("p/1", url)).toThrow("expired");
});

test("two read URLs of a file are the same up to the parameter X-Amz-Date", () => {
  const [first, second] = [0, 5_000].map((time) => at(time).signReadUrl("http://h", "p", "p/1") ?? "");
  expect(first).not.toBe(second);
  expect(first?.split("X-Amz-Date")[0]).toBe(second?.split("X-Amz-Date")[0]);
});

test("a key of another project is never signed", () => {
  for (const key of ["q/1", "pp/1", "p", "", "p/q/1", "../p/1"]) {
    expect(at(0).signReadUrl("http://h", "p", key)).toBeNull();
  }
});

test("an upload URL contains the limits of its upload", () => {
  const url = query(at(0).signUploadUrl("http://h", "PUT", "p/1", terms));
  expect(at(900_000).verifyUpload("PUT", "p/1", url)).toEqual(terms);
  expect(() => at(901_000).verifyUpload("PUT", "p/1", url)).toThrow("expired");
});

test("a changed method, key, parameter, signature or secret is refused", () => {
  const url = at(0).signUploadUrl("http://h", "PUT", "p/1", terms);
  expect(() => at(0).verifyUpload("POST", "p/1", query(url))).toThrow("not valid");
  expect(() => at(0).verifyRead("p/1", query(url))).toThrow("not valid");
  expect(() => at(0).verifyUpload("PUT", "p/2", query(url))).toThrow("not valid");
  expect(() => at(0, "other").verifyUpload("PUT", "p/1", query(url))).toThrow("not valid");
  for (const name of query(url).keys()) {
    const removed = query(url);
    removed.delete(name);
    expect(() => at(0).verifyUpload("PUT", "p/1", removed), `without ${name}`).toThrow("not valid");
    const changed = query(url);
    changed.set(name, `${changed.get(name)}0`);
    expect(() => at(0).verifyUpload("PUT", "p/1", changed), `other ${name}`).toThrow("not valid");
  }
});

test("every changed character of a signature is refused", () => {
  const url = at(0).signReadUrl("http://h", "p", "p/1");
  const signature = query(url).get("signature") ?? "";
  expect(signature).toHaveLength(43);
  for (let index = 0; index < signature.length; index += 1) {
    const changed = query(url);
    changed.set(
      "signature",
      signature.slice(0, index) + (signature[index] === "A" ? "B" : "A") + signature.slice(index + 1),
    );
    expect(() => at(0).verifyRead("p/1", changed)).toThrow("not valid");
  }
});
