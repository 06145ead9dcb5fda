import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { mimeTypes } from "./mime-types.ts";

/** Supported encodings, best first, with the extension of the encoded file. */
export const encodings = { br: ".br", gzip: ".gz" } as const;
export type Encoding = keyof typeof encodings;

export interface WebFile {
  readonly type: string;
  /** Strong ETag of the uncompressed file. The responses with compressed content append the encoding. */
  readonly etag: string;
  /** Whether the name changes with the content. */
  readonly isImmutable: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
}

const hashedName = /^assets\/.+-[\w-]{8}\.\w+$/;

/**
 * Files of a built UI. The folder is listed once, and only the listed names are served. So no request can read a file
 * outside of the folder. A file is read on its first request, and cached.
 */
export class WebFiles {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #read = new Map<string, Promise<WebFile>>();

  private constructor(folder: string, names: ReadonlySet<string>) {
    this.#folder = folder;
    this.#names = names;
  }

  /** Opens the folder of a UI; null if it has no `index.html`. */
  static async open(folder: string): Promise<WebFiles | null> {
    if (!existsSync(join(folder, "index.html"))) return null;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
    return new WebFiles(folder, new Set(paths));
  }

  /** Finds a file by a name such as `assets/index-Bx3_a-Zq.js`; null if not found. */
  async find(name: string): Promise<WebFile | null> {
    const type = mimeTypes[extname(name)];
    if (type === undefined || !this.#names.has(name)) return null;
    const reading = this.#read.get(name) ?? this.#load(name, type);
    this.#read.set(name, reading);
    return reading;
  }

  async #load(name: string, type: string): Promise<WebFile> {
    const packed = new Map<Encoding, Uint8Array<ArrayBuffer>>();
    for (const [encoding, ending] of Object.entries(encodings)) {
      if (!this.#names.has(name + ending)) continue;
      packed.set(encoding as Encoding, await this.#bytes(name + ending)); // a key of `encodings`
    }
    const bytes = await this.#bytes(name);
    return { type, etag: etagOf(bytes), isImmutable: hashedName.test(name), bytes, packed };
  }

  async #bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await readFile(join(this.#folder, name)));
  }
}

/** Returns the strong ETag of a file with these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
}
