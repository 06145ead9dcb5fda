import { Buffer } from "node:buffer";
import * as crypto from "node:crypto";
import { RecordError } from "../records/errors.ts";

/** Cost of argon2id as recommended by OWASP: 19 MiB, two passes, one lane. Memory is in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const hashBytes = 32;

/** Maximum concurrent hashes. Each uses a core for about 50 ms, so more of them would block requests. */
const maxRunning = 2;
const maxWaiting = 16;
/** Maximum number of hashes remembered as recently created. */
const maxNew = 100;

/** Hashes and compares passwords. Rejects with `RATE_LIMITED` when the queue is full. */
export interface PasswordHasher {
  /** Returns an argon2id hash in PHC format, which includes salt and cost. */
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

type Argon2 = (password: string, salt: Buffer, cost: Cost, length: number) => Promise<Buffer>;

export function createPasswordHasher(): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  let argon2: Promise<Argon2> | undefined;
  /**
   * Hashes of passwords that were set recently. The first check of a password against such a hash may wait even if the
   * queue is full. So a user can sign in right after setting a password.
   */
  const newHashes = new Set<string>();

  async function derive(args: Parameters<Argon2>, { mayWait = false } = {}): Promise<Buffer> {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting && !mayWait) {
        throw new RecordError(
          "RATE_LIMITED",
          "The service is checking too many passwords at once; try again in a second",
        );
      }
      // Waits until another job finishes, and takes over its slot. The number of running jobs stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      argon2 ??= loadArgon2();
      return await (
        await argon2
      )(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    async hash(password) {
      const salt = crypto.randomBytes(saltBytes);
      const text = formatHash(salt, await derive([password, salt, cost, hashBytes]));
      newHashes.add(text);
      for (const oldest of newHashes) if (newHashes.size > maxNew) newHashes.delete(oldest);
      return text;
    },
    async verify(text, password) {
      const stored = parseHash(text);
      if (!stored) return false;
      const derived = await derive([password, stored.salt, stored.cost, stored.hash.length], {
        mayWait: newHashes.delete(text),
      });
      return crypto.timingSafeEqual(derived, stored.hash);
    },
  };
}

/** Uses argon2 of Node from 24.7 on; otherwise WebAssembly, which computes the same hash. */
async function loadArgon2(): Promise<Argon2> {
  if (typeof crypto.argon2 === "function") {
    return (password, nonce, options, tagLength) =>
      new Promise((resolve, reject) => {
        const message = Buffer.from(password.normalize("NFKC"));
        crypto.argon2("argon2id", { message, nonce, ...options, tagLength }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      });
  }
  return loadPortableArgon2();
}

export async function loadPortableArgon2(): Promise<Argon2> {
  const { argon2id } = await import("hash-wasm");
  return async (password, salt, { memory, passes, parallelism }, hashLength) =>
    Buffer.from(
      await argon2id({
        password: password.normalize("NFKC"),
        salt,
        memorySize: memory,
        iterations: passes,
        parallelism,
        hashLength,
        outputType: "binary",
      }),
    );
}

function formatHash(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function parseHash(text: string): { readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer } | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text);
  if (!match) return null;
  const [, memory, passes, parallelism, salt = "", hash = ""] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}
