import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Lifetime of a known device after its last visit: 90 days, in milliseconds. */
const lifeMs = 90 * 24 * 3_600_000;
const possibleMark = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

/**
 * Devices on which an account has signed in, recognized by a signed cookie. Sign-in attempts from a known device have a
 * limit of their own, which attempts from other devices cannot use up. The cookie is not a credential: the password is
 * still required.
 */
export interface KnownDevices {
  /** Returns the id of the device that sent the request. Null if the account has never signed in on this device. */
  find(headers: Headers, email: string, isSecure: boolean): string | null;
  /** Returns a `set-cookie` header that marks the device as known. */
  mark(headers: Headers, email: string, isSecure: boolean): string;
}

export function createKnownDevices({
  secret,
  now,
}: {
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): KnownDevices {
  const key = createHmac("sha256", secret).update("known devices").digest();
  const sign = (email: string, id: string, expires: string): Buffer =>
    createHmac("sha256", key)
      .update(JSON.stringify([email, id, expires]))
      .digest();

  const find: KnownDevices["find"] = (headers, email, isSecure) => {
    const [, id = "", expires = "", signature = ""] =
      possibleMark.exec(readCookie(headers, cookieName(isSecure))) ?? [];
    if (id === "" || Number(expires) <= now()) return null;
    return timingSafeEqual(Buffer.from(signature, "base64url"), sign(email, id, expires)) ? id : null;
  };

  return {
    find,
    mark(headers, email, isSecure) {
      const id = find(headers, email, isSecure) ?? randomBytes(16).toString("base64url");
      const expires = String(now() + lifeMs);
      const value = `${id}.${expires}.${sign(email, id, expires).toString("base64url")}`;
      const attributes = `Max-Age=${lifeMs / 1_000}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
      return `${cookieName(isSecure)}=${value}; ${attributes}`;
    },
  };
}

/** Returns the name of the cookie. The prefix `__Host-` prevents other hosts from setting it. */
function cookieName(isSecure: boolean): string {
  return isSecure ? "__Host-threadline-device" : "threadline-device";
}

function readCookie(headers: Headers, name: string): string {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
