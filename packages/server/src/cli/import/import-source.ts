import type { ImportedKind, ImportRecord } from "./import-record.ts";

/** A group of records to store, and the position from which to continue after them. */
export interface Page {
  readonly records: readonly ImportRecord[];
  /** Position after this page, from which a later run continues. */
  readonly next: string;
}

/** Part of a source that is read page by page, such as its datasets. */
export interface Section {
  readonly name: string;
  /**
   * Whether later sections refer to records of this section, as steps refer to prompt versions. A resumed import then
   * reads this section again, because the references need data of its records, such as ids that the service assigned.
   */
  readonly isReferred?: boolean | undefined;
  /** Reads the pages after a position, or from the start if null. */
  pages(after: string | null): AsyncIterable<Page>;
}

/** Records from another platform, as a stream. */
export interface ImportSource {
  /** Location for messages, without credentials. */
  readonly place: string;
  /** Sections in the order in which they are imported. */
  readonly sections: readonly Section[];
  /** Whether reading everything is cheap, as with files. The plan then counts every record. */
  readonly isLocal: boolean;
  /** Returns the counts that the source reports without reading its records. Missing kinds are unknown. */
  count?(): Promise<Partial<Record<ImportedKind, number>>>;
  /** Kinds of records that cannot be imported from the platform, as plural nouns for messages. */
  readonly neverMoved: readonly string[];
}

export interface Position {
  readonly section: string;
  readonly after: string | null;
}

/** Reads the pages of a source from a position, each with the position after it. */
export async function* readPages(
  { sections, place }: ImportSource,
  from: Position | null,
): AsyncGenerator<{
  readonly records: readonly ImportRecord[];
  readonly section: string;
  readonly position: Position;
}> {
  const start = from === null ? 0 : sections.findIndex(({ name }) => name === from.section);
  if (start === -1) throw new Error(`The import cannot continue, because ${place} has no section "${from?.section}"`);
  for (const [index, section] of sections.entries()) {
    if (index < start && section.isReferred !== true) continue;
    const after = index === start ? (from?.after ?? null) : null;
    for await (const { records, next } of section.pages(after)) {
      const position = index < start && from !== null ? from : { section: section.name, after: next };
      yield { records, section: section.name, position };
    }
  }
}
