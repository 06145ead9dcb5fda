import { isReplacedFilter } from "../../comparable-text.ts";
import { conditionsOf, conditionsOfPath, spellingsOf, type WordCondition, wordsOf } from "../search-words.ts";
import type { Filter } from "../../list.ts";
import type { Fragment, Database } from "../../session/sqlite/database.ts";
import type { NewestSample } from "../../lists/sqlite/column-candidates.ts";
import type { NewestRecords } from "../../lists/sqlite/record-list.ts";
import type { Candidates } from "../../lists/sqlite/record-walk.ts";
import type { WordSweep } from "./word-sweep.ts";

/** Maximum number of cached words that are known to be in the index. The cache saves lookups. */
const maximumKnownWords = 200_000;
/**
 * Maximum number of indexed words in which a word of the search text may occur. If a word occurs in more indexed words,
 * the search ignores it.
 */
const maximumMatchingWords = 500;
/**
 * Minimum length of a text that is looked up as a part or prefix of indexed words. Some shorter prefixes are looked up,
 * too: see {@link shortestBeginning}.
 */
const shortestPart = 3;
/**
 * Minimum length of a prefix that is looked up if the other words of the search text match more than {@link fewSteps}
 * steps, or if there are no other words.
 */
const shortestBeginning = 2;
const fewSteps = 2_000;

const recordsOf = {
  steps: "SELECT key, created_at AS value FROM steps WHERE +project_id = ? AND key IN",
  generations: "SELECT step AS key, created_at AS value FROM generations WHERE +project_id = ? AND step IN",
  threads:
    "SELECT key, created_at AS value FROM threads WHERE +project_id = ? AND key IN (SELECT thread FROM steps WHERE key IN",
} as const;

/** Sample of the newest payloads. It is small, because reading a payload takes about 15 us. */
const newestPayloads: NewestSample = { size: 200, matches: 20 };

type SearchedResource = keyof typeof recordsOf;

/**
 * Finds the steps whose payloads contain a text. A first index finds the words that contain a part of a word. A second
 * index finds the steps that contain a word. The indexes have no word positions, so a search tests each step that they
 * find.
 */
export class StepWords {
  readonly #database: Database;
  readonly #sweep: WordSweep;
  readonly #known = new Set<string>();
  #dropped = 0;

  constructor(database: Database, sweep: WordSweep) {
    this.#database = database;
    this.#sweep = sweep;
  }

  index(project: number, createdAt: number, step: number, texts: readonly string[]): void {
    const words = wordsOf(texts);
    if (words === null) {
      this.#database.run("DELETE FROM step_words WHERE rowid = ?", step);
      const sql = "INSERT OR IGNORE INTO wordless_steps (project_id, created_at, step) VALUES (?, ?, ?)";
      this.#database.run(sql, project, createdAt, step);
      return;
    }
    this.#database.run("INSERT OR REPLACE INTO step_words (rowid, words) VALUES (?, ?)", step, words.join(" "));
    for (const word of words) this.#addWord(word);
  }

  /** Call this when texts of a step were replaced, so that words that no step contains any more are deleted. */
  outdate(): void {
    this.#sweep.request();
  }

  remove(project: number, createdAt: number, step: number): void {
    this.#sweep.request();
    this.#database.run("DELETE FROM step_words WHERE rowid = ?", step);
    const sql = "DELETE FROM wordless_steps WHERE project_id = ? AND created_at = ? AND step = ?";
    this.#database.run(sql, project, createdAt, step);
  }

  /** Returns the records that may pass a filter on payloads; undefined if a scan is faster. */
  candidates(
    resource: SearchedResource,
    project: number,
    filter: Filter,
    newest: NewestRecords,
  ): Candidates | undefined {
    if (isReplacedFilter(filter)) return undefined;
    const keys = conditionsOfPath(filter).filter(({ text, match }) => match !== "equal" || this.#isRare(text, text));
    const queries = spellingsOf(filter)?.map((text) => this.#query([...keys, ...conditionsOf(text)]));
    // If the index has no condition for one of the texts, every record may match.
    if (queries === undefined || queries.includes(undefined)) return undefined;
    const query = queries.filter((each) => each !== nothing).join(" OR ");
    // If many of the newest steps match, a scan fills a page sooner than the index. The newest steps may not be indexed
    // yet, and the index is slow for words that most steps contain.
    if (query !== "" && newest(newestPayloads)) return undefined;
    const indexed = this.#ofSteps(resource, project, {
      sql: "SELECT rowid FROM step_words WHERE step_words MATCH ?",
      parameters: [query],
    });
    const unsure = this.#unsure(resource, project);
    return query === "" ? { ranges: unsure } : { ranges: [...unsure, indexed], areCollected: true };
  }

  #unsure(resource: SearchedResource, project: number): Fragment[] {
    const conditions = [
      { table: "step_index_backlog", condition: `project_id = ? AND parts & ${textPart}` },
      { table: "wordless_steps", condition: "project_id = ?" },
    ];
    return conditions.map(({ table, condition }) =>
      // Both tables contain keys and creation times of steps, which is enough for a list of steps or generations. For a
      // list of threads, `#ofSteps` looks up the threads of the steps.
      resource === "threads"
        ? this.#ofSteps(resource, project, {
            sql: `SELECT step FROM ${table} WHERE ${condition}`,
            parameters: [project],
          })
        : { sql: `SELECT step AS key, created_at AS value FROM ${table} WHERE ${condition}`, parameters: [project] },
    );
  }

  #ofSteps(resource: SearchedResource, project: number, steps: Fragment): Fragment {
    const end = resource === "threads" ? "))" : ")";
    return { sql: `${recordsOf[resource]} (${steps.sql}${end}`, parameters: [project, ...steps.parameters] };
  }

  /** Converts conditions to the query language of the index. Undefined if none of them narrows a search. */
  #query(conditions: readonly WordCondition[]): string | undefined {
    const parts: string[] = [];
    const beginnings: string[] = [];
    for (const { text, match } of conditions) {
      if (match === "equal") parts.push(`"${text}"`);
      else if (text.length < shortestPart) {
        if (match === "prefix" && text.length >= shortestBeginning) beginnings.push(text);
      } else if (match === "prefix") parts.push(`"${text}"*`);
      else {
        const words = this.#wordsWith(text, match);
        if (words?.length === 0) return nothing;
        if (words !== undefined) parts.push(`(${words.map((word) => `"${word}"`).join(" OR ")})`);
      }
    }
    if (beginnings.length > 0 && !this.#areFew(parts)) {
      const rare = beginnings.filter((text) => this.#isRare(text, `${text}\u{10ffff}`));
      parts.push(...rare.map((text) => `"${text}"*`));
    }
    return parts.length === 0 ? undefined : `(${parts.join(" AND ")})`;
  }

  #areFew(parts: readonly string[]): boolean {
    if (parts.length === 0) return false;
    const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM step_words WHERE step_words MATCH ? LIMIT ${fewSteps + 1})`;
    return (this.#database.get<{ count: number }>(sql, parts.join(" AND "))?.count ?? 0) <= fewSteps;
  }

  /**
   * Whether the words from `first` to `last` occur in so few steps that the index is faster than a scan. For this, the
   * step counts of all these words must add up to less than half of the number of all steps.
   */
  #isRare(first: string, last: string): boolean {
    const sql = `
      SELECT (SELECT max(key) FROM steps) AS steps,
        (SELECT coalesce(sum(doc), 0) FROM step_word_terms WHERE term >= ? AND term <= ?) AS found`;
    const counts = this.#database.get<{ steps: number; found: number }>(sql, first, last);
    return counts !== undefined && counts.found * 2 < counts.steps;
  }

  /** Words that contain or end with a text; undefined if there are more than {@link maximumMatchingWords}. */
  #wordsWith(text: string, match: "contains" | "suffix"): string[] | undefined {
    const trigrams = new Set(
      Array.from({ length: text.length - 2 }, (_, start) => `"${text.slice(start, start + 3)}"`),
    );
    const test = match === "contains" ? "instr(word, ?2) > 0" : "substr(word, -length(?2)) = ?2";
    const sql = `
      SELECT word FROM search_words WHERE key IN (SELECT rowid FROM search_word_parts WHERE search_word_parts MATCH ?1)
      AND ${test} LIMIT ${maximumMatchingWords + 1}`;
    const found = this.#database.all<{ word: string }>(sql, [...trigrams].join(" AND "), text);
    return found.length > maximumMatchingWords ? undefined : found.map(({ word }) => word);
  }

  /** Discards cached words that another process may have deleted. Call it at the start of a transaction. */
  refresh(): void {
    const dropped = this.#database.get<{ dropped: number }>("SELECT dropped FROM word_sweeps")?.dropped ?? 0;
    if (dropped !== this.#dropped) this.#known.clear();
    this.#dropped = dropped;
  }

  /** Discards cached data of rolled-back writes. */
  forget(): void {
    this.#known.clear();
  }

  #addWord(word: string): void {
    if (this.#known.has(word)) return;
    if (this.#known.size >= maximumKnownWords) this.#known.clear();
    this.#known.add(detach(word));
    const { changes, key } = this.#database.run("INSERT OR IGNORE INTO search_words (word) VALUES (?)", word);
    if (changes > 0) this.#database.run("INSERT INTO search_word_parts (rowid, word) VALUES (?, ?)", key, word);
  }
}

/** Copies a word, because a substring would keep the whole text in memory. */
function detach(word: string): string {
  return Buffer.from(word).toString();
}

/** Bit of `parts` in the backlog (steps to index): the texts of the step are not indexed yet. */
export const textPart = 2;
const nothing = "";
