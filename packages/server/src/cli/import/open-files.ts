import type { JsonObject } from "../../json/json-value.ts";
import { CommandError } from "../command-error.ts";
import type { ImportPlatform } from "../import-platforms.ts";
import { isNamed, NameCollector } from "./collect-names.ts";
import type { ImportedKind, ImportRecord } from "./import-record.ts";
import type { ImportSource, Page, Section } from "./import-source.ts";
import { type ObjectOrigin, readObjects } from "./read-objects.ts";
import { isForeign, recognizeExport } from "./recognize-export.ts";
import type { SourceOptions } from "./source-options.ts";

/** Maximum total characters of the objects on a page, unless a single object is larger. */
const charactersPerPage = 8_000_000;

export interface ObjectMapper {
  /**
   * Called with every object before the first call of `map`. For platforms in whose files an object can refer to a
   * later one.
   */
  readonly prepare?: ((object: JsonObject, origin: ObjectOrigin) => void) | undefined;
  /**
   * Converts an object to records. Returns null if the object is not from the platform. Called several times for each
   * object, because each section reads the files again.
   */
  readonly map: (object: JsonObject, origin: ObjectOrigin) => readonly ImportRecord[] | null;
}

/**
 * Sections that follow the section `names`. Each reads the files again, and yields only records of its `kinds`. Scores
 * and experiment items come last, because they refer to records of the earlier sections.
 */
const laterPasses = [
  { name: "records", kinds: ["step", "dataset item"] },
  { name: "scores", kinds: ["experiment item", "score"] },
] as const satisfies readonly { readonly name: string; readonly kinds: readonly ImportedKind[] }[];

/**
 * Opens exported files as an import source. The order of the files and of the objects in them does not matter: a first
 * pass collects all records that others refer to by name, and later passes write the rest.
 */
export function openFiles(
  { places, recordsPerPage = 100 }: Pick<SourceOptions, "places" | "recordsPerPage">,
  platform: ImportPlatform,
  { createMapper, neverMoved }: { readonly createMapper: () => ObjectMapper; readonly neverMoved: readonly string[] },
): ImportSource {
  const mapper = createMapper();
  let prepared: Promise<void> | undefined;
  const kinds = new Set<ImportRecord["kind"]>();

  async function prepare(): Promise<void> {
    if (mapper.prepare === undefined) return;
    for await (const [object, origin] of readObjects(places)) {
      if (object !== null && !isForeign(object, platform)) mapper.prepare(object, origin);
    }
  }

  async function* mapped(): AsyncGenerator<readonly [readonly ImportRecord[] | null, JsonObject | null, ObjectOrigin]> {
    prepared ??= prepare();
    await prepared;
    for await (const [object, origin] of readObjects(places)) {
      const records = object === null || isForeign(object, platform) ? null : mapper.map(object, origin);
      yield [records, object, origin];
    }
  }

  const names: Section = {
    name: "names",
    // Steps refer to prompt versions by ids that the service assigns, so a resumed import has to read this section
    // again.
    isReferred: true,
    async *pages() {
      const collector = new NameCollector();
      const omissions = new OmissionCounter();
      const recognition = new Recognition(platform);
      for await (const [records, object, origin] of mapped()) {
        recognition.add(object, origin, records !== null);
        const time = timeOf(records ?? []);
        for (const [position, record] of (records ?? []).entries()) {
          kinds.add(record.kind);
          if (isNamed(record)) collector.add(record, time, position);
          else if (record.kind === "omission") omissions.add(record);
        }
      }
      recognition.requireAny();
      const records = [...omissions.records(), ...recognition.omissions(), ...collector.records()];
      for (let start = 0; start < records.length; start += recordsPerPage) {
        yield { records: records.slice(start, start + recordsPerPage), next: String(start) };
      }
    },
  };

  const later = laterPasses.map(({ name, kinds: own }): Section => {
    const isOwn = (record: ImportRecord): boolean => (own as readonly string[]).includes(record.kind);
    return {
      name,
      async *pages(after): AsyncGenerator<Page> {
        if (!own.some((kind) => kinds.has(kind))) return;
        const skipped = Number(after ?? 0);
        let count = 0;
        let records: ImportRecord[] = [];
        let characters = 0;
        for await (const [all, object] of mapped()) {
          count += 1;
          if (count <= skipped) continue;
          records.push(...(all ?? []).filter(isOwn));
          characters += JSON.stringify(object).length;
          if (records.length < recordsPerPage && characters < charactersPerPage) continue;
          yield { records, next: String(count) };
          records = [];
          characters = 0;
        }
        if (records.length > 0) yield { records, next: String(count) };
      },
    };
  });
  return { place: places.join(", "), isLocal: true, sections: [names, ...later], neverMoved };
}

function timeOf(records: readonly ImportRecord[]): string {
  return records.flatMap((record) => (record.kind === "step" ? (record.step.startTime ?? []) : [])).toSorted()[0] ?? "";
}

type OmissionRecord = Extract<ImportRecord, { readonly kind: "omission" }>;

class OmissionCounter {
  readonly #counts = new Map<string, OmissionRecord & { count: number }>();

  add({ what, reason, count = 1 }: OmissionRecord): void {
    const key = `${what}\n${reason}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { kind: "omission", what, reason, count });
    else known.count += count;
  }

  records(): readonly OmissionRecord[] {
    return [...this.#counts.values()];
  }
}

class Recognition {
  readonly #platform: ImportPlatform;
  readonly #places = new Map<string, { recognized: number; others: number; sample: JsonObject | null }>();
  readonly #unknown = new Map<string, number>();

  constructor(platform: ImportPlatform) {
    this.#platform = platform;
  }

  add(object: JsonObject | null, { place, path }: ObjectOrigin, isRecognized: boolean): void {
    const known = this.#places.get(place) ?? { recognized: 0, others: 0, sample: null };
    this.#places.set(place, known);
    if (isRecognized) {
      known.recognized += 1;
      return;
    }
    known.others += 1;
    if (known.sample === null || recognizeExport(known.sample) === null) known.sample = object ?? known.sample;
    this.#unknown.set(path, (this.#unknown.get(path) ?? 0) + 1);
  }

  /** Throws a {@link CommandError} if a file or folder contains objects, but none of the platform. */
  requireAny(): void {
    for (const [place, { recognized, others, sample }] of this.#places) {
      if (recognized === 0 && others > 0)
        throw new CommandError(describeForeign(place, others, this.#platform, sample));
    }
  }

  omissions(): readonly OmissionRecord[] {
    return [...this.#unknown].map(([path, count]) => ({
      kind: "omission",
      what: `records of ${path}`,
      reason: `not recognized as ${this.#platform}`,
      count,
    }));
  }
}

function describeForeign(place: string, count: number, platform: ImportPlatform, sample: JsonObject | null): string {
  const format = sample === null ? null : recognizeExport(sample);
  const start = `${place}: none of ${count} ${count === 1 ? "record" : "records"} is recognized as ${platform}.`;
  if (format !== null) return `${start} The file looks like ${format.description}: ${format.advice}.`;
  const fields = Object.keys(sample ?? {}).slice(0, 6);
  const found = fields.length === 0 ? "" : ` Fields found: ${fields.join(", ")}.`;
  return `${start}${found} See docs/importing.md for the files of each platform.`;
}

/** Returns advice about files that were given for a platform that can only be imported from its API. */
export async function adviseAboutFiles(places: readonly string[]): Promise<string> {
  for await (const [object, { path }] of readObjects(places)) {
    const format = object === null ? null : recognizeExport(object);
    if (format !== null) return ` ${path} looks like ${format.description}: ${format.advice}.`;
  }
  return "";
}
