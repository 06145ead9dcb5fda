import { isPlainObject } from "../plain-object.ts";
import { MAX_DEPTH } from "../transport/to-json.ts";
import { NOTHING, toText } from "./wire.ts";

export interface FoundFile {
  id: string;
  name: string;
  mime: string;
  content: string | Blob;
}

/** Minimum length of the base64 text of a file that becomes an attachment. Shorter texts stay where they are. */
const MIN_LENGTH = 1024;

/**
 * Replaces files in recorded values, such as images in messages, by `attachment:` and the id of the file. The files are
 * collected in `files`. Does not change the value itself. Equal contents count as one file.
 */
export class FileTaker {
  readonly files: FoundFile[] = [];
  readonly #createId: () => string;
  readonly #audioMime: string;
  #known: Map<string | Blob, string> | undefined;
  #depth = 0;

  constructor({ createId, audioFormat }: { createId: () => string; audioFormat?: string | undefined }) {
    this.#createId = createId;
    this.#audioMime = toAudioMime(audioFormat ?? "wav");
  }

  take<Value>(value: Value): Value {
    return this.#take(value, "", NOTHING) as Value;
  }

  #take(value: unknown, key: string, holder: Readonly<Record<string, unknown>>): unknown {
    if (typeof value === "string") return value.length < MIN_LENGTH ? value : this.#takeText(value, key, holder);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value) || isPlainObject(value)) return this.#takeInner(value);
    if (!(value instanceof Blob)) return value;
    const name = "name" in value ? toText(value.name) : undefined;
    return this.#add(value, value.type || "application/octet-stream", name);
  }

  #takeInner(value: unknown[] | Record<string, unknown>): unknown {
    // Values below this depth are not recorded.
    if (this.#depth >= MAX_DEPTH) return value;
    this.#depth += 1;
    try {
      return Array.isArray(value) ? this.#takeEach(value) : this.#takeFields(value);
    } finally {
      this.#depth -= 1;
    }
  }

  #takeEach(list: unknown[]): unknown[] {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      const taken = this.#take(item, "", NOTHING);
      if (taken !== item) (copy ??= [...list])[index] = taken;
    }
    return copy ?? list;
  }

  #takeFields(fields: Record<string, unknown>): Record<string, unknown> {
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      const taken = this.#take(value, key, fields);
      if (taken !== value) (copy ??= { ...fields })[key] = taken;
    }
    return copy ?? fields;
  }

  #takeText(text: string, key: string, holder: Readonly<Record<string, unknown>>): string {
    if (text.startsWith("data:")) {
      const [head = ""] = text.slice(0, 200).split(",", 1);
      if (!head.endsWith(";base64")) return text;
      const mime = head.slice("data:".length).split(";", 1)[0] || "application/octet-stream";
      return this.#add(text, mime, toText(holder["filename"]), text.slice(head.length + 1));
    }
    const mime = this.#mimeOf(key, holder);
    return mime === undefined ? text : this.#add(text, mime, toText(holder["filename"]));
  }

  #mimeOf(key: string, holder: Readonly<Record<string, unknown>>): string | undefined {
    if (key === "b64_json" || key === "partial_image_b64") return toText(holder["mime"]) ?? "image/png";
    if (key === "result" && holder["type"] === "image_generation_call") {
      return `image/${toText(holder["output_format"]) ?? "png"}`;
    }
    if (key === "file_data") return "application/octet-stream";
    const isSound = key === "data" && ("format" in holder || "transcript" in holder || "expires_at" in holder);
    if (!isSound) return undefined;
    return "format" in holder ? toAudioMime(String(holder["format"])) : this.#audioMime;
  }

  #add(value: string | Blob, mime: string, name?: string, content: string | Blob = value): string {
    this.#known ??= new Map();
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const id = this.#createId();
    const [kind, subtype = "bin"] = mime.split("/");
    this.files.push({ id, name: name ?? `${kind}.${subtype.split("+", 1)[0]}`, mime, content });
    const place = `attachment:${id}`;
    this.#known.set(value, place);
    return place;
  }
}

function toAudioMime(format: string): string {
  if (format === "mp3") return "audio/mpeg";
  return format === "pcm16" ? "audio/pcm" : `audio/${format}`;
}
