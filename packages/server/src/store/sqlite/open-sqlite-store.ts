import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { backup } from "node:sqlite";
import type { RetentionDays } from "../upkeep/retention.ts";
import { sqliteLists } from "../lists/sqlite/sqlite-lists.ts";
import { createResources } from "../resources/create-resources.ts";
import { ScoreWriter } from "../resources/scores.ts";
import { readIdentity } from "../resources/secrets.ts";
import { SqliteSessions } from "../session/sqlite/sqlite-sessions.ts";
import type { Store } from "../store.ts";
import { createAnalyticsStore } from "../analytics/create-analytics.ts";
import { sqliteAnalytics } from "../analytics/sqlite/analytics-reads.ts";
import { toComparableJson, foldCase } from "../comparable-text.ts";
import type { Database } from "../session/sqlite/database.ts";
import { GenerationCosts } from "../prices/sqlite/generation-costs.ts";
import { createGenerationStore } from "../recorded/generations.ts";
import { createGenerationList } from "../recorded/sqlite/generations.ts";
import { createPrivately, openDatabase, openForReading } from "./open-database.ts";
import { ProjectRemoval } from "../upkeep/sqlite/project-removal.ts";
import { RecordTags } from "../ingest/sqlite/record-tags.ts";
import { createRecordedPassages } from "../recorded/recorded-passages.ts";
import { Repricing } from "../prices/sqlite/repricing.ts";
import { Retention } from "../upkeep/sqlite/retention.ts";
import { Rollups } from "../rollups/sqlite/rollups.ts";
import { createScoreIndexes, createScoreList } from "../recorded/sqlite/score-list.ts";
import { StepAttributes } from "../search/sqlite/step-attributes.ts";
import { StepIndexer } from "../search/sqlite/step-indexer.ts";
import { StepWords } from "../search/sqlite/step-words.ts";
import { StepWriter } from "../ingest/sqlite/step-writer.ts";
import {
  createStepCellReads,
  createStepList,
  createStepPassage,
  createStepStore,
  type StepCellReads,
} from "../recorded/sqlite/steps.ts";
import { ThreadRows } from "../ingest/sqlite/thread-rows.ts";
import { createStoredThreads } from "../recorded/sqlite/stored-threads.ts";
import { createThreadList } from "../recorded/sqlite/threads.ts";
import { addUnpackFunction } from "../ingest/sqlite/packed-payload.ts";
import { createThreadStore } from "../recorded/threads.ts";
import { PayloadPacking } from "../upkeep/sqlite/payload-packing.ts";
import { WordSweep } from "../search/sqlite/word-sweep.ts";

/** A number of pages that is larger than any file. */
const allPages = 2 ** 31 - 1;

export interface SqliteStoreOptions {
  /** Database file, which is created with its folder if it is missing; or `:memory:`. */
  readonly path: string;
  /** Opens a file that another store writes to, and rejects every write. */
  readonly readOnly?: boolean | undefined;
  /** Clock, in epoch milliseconds. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Whether expired records are deleted periodically in the background. Default: true. */
  readonly expires?: boolean | undefined;
  /** Retention in days. Null (the default) is unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Called when deleting expired records fails. The deletion is retried. */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * Minimum age at which payloads are compressed, in milliseconds. With 0, payloads are compressed when they are
   * written. Default: one day.
   */
  readonly packingAge?: number | undefined;
}

/** A store that can also return steps as arrays of columns, which are faster to pass to another worker thread. */
export interface SqliteStore extends Store {
  readonly stepCells: StepCellReads;
}

/**
 * Opens the embedded store: one file, which several processes on one machine can use. Rejects with a {@link
 * StoreOpenError} with advice if the file is damaged, newer than this server or not ours.
 */
export function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  return openStoreOfThread(options);
}

/** Opens the store with the additional methods that worker threads use. */
export async function openStoreOfThread(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { path, readOnly = false, now = Date.now, retentionDays = null, onError = () => {}, packingAge } = options;
  const database = readOnly ? openForReading(path) : openDatabase(path);
  database.handle.function("foldCase", { deterministic: true }, (text) =>
    typeof text === "string" ? foldCase(text) : text,
  );
  database.handle.function("comparableJson", { deterministic: true }, (json) =>
    typeof json === "string" ? toComparableJson(json) : json,
  );

  addUnpackFunction(database.handle);

  const place = path === ":memory:" ? randomUUID() : String(statSync(path).ino);
  const sessions = new SqliteSessions(database);
  const tags = new RecordTags(database);
  const attributes = new StepAttributes(database);
  const sweep = new WordSweep(database, { follows: !readOnly });
  const words = new StepWords(database, sweep);
  const indexer = new StepIndexer({ database, attributes, words }, { follows: !readOnly });
  const rollups = new Rollups(database, { follows: !readOnly, now });
  const costs = new GenerationCosts(database);
  const threadRows = new ThreadRows(database, tags, rollups);
  const scores = new ScoreWriter(createScoreIndexes(tags, rollups));
  const packing = new PayloadPacking(database, { follows: !readOnly, now, age: packingAge });
  const steps = new StepWriter({
    database,
    packing,
    tags,
    threads: threadRows,
    scores,
    indexer,
    rollups,
    costs,
  });
  const removal = new ProjectRemoval({ database, rollups, sweep }, { follows: !readOnly });
  const repricing = new Repricing({ database, costs, rollups, tags }, { follows: !readOnly });

  const retention = new Retention(
    { database, sessions, steps, threads: threadRows, scores },
    { days: retentionDays, now, follows: !readOnly, onError },
  );
  if (options.expires === false) await retention.close();

  const ofLists = { database, sessions, tags, words, now };
  const lists = {
    threads: createThreadList({ ...ofLists, rows: threadRows }),
    steps: createStepList({ ...ofLists, attributes }),
    generations: createGenerationList(ofLists),
    scores: createScoreList(ofLists),
  };
  const threads = createStoredThreads({ database, rows: threadRows, steps, scores });
  const resources = createResources({
    sessions,
    lists: sqliteLists(ofLists),
    scoreList: lists.scores,
    scores,
    threads,
    removeSteps: (session, project, ids, deletedAt) => steps.delete(session, project, ids, deletedAt),
    recorded: createRecordedPassages({
      threads,
      steps: {
        read: createStepPassage(database),
        write: async (_session, project, writes) => steps.ingest(project, writes),
      },
    }),
    removal,
    repricing,
    patterns: costs.patterns,
  });
  const stepStore = createStepStore({ database, sessions, list: lists.steps, writer: steps, costs, threads });

  return {
    ...resources,
    threads: createThreadStore({ sessions, list: lists.threads, threads }),
    steps: stepStore,
    stepCells: createStepCellReads({ ...ofLists, attributes }),
    generations: createGenerationStore(lists.generations, stepStore),
    analytics: createAnalyticsStore(sqliteAnalytics({ database, sessions, rollups, lists })),

    identity: () => readIdentity(resources, place),

    async importRecords(projectId, records) {
      await costs.load();
      return resources.importRecords(projectId, records);
    },

    async backlog() {
      return {
        search: countOf(database, "step_index_backlog"),
        sums: rollups.waiting(),
        costs: countOf(database, "repricings"),
      };
    },

    expire: () => retention.finish(),

    async check() {
      database.get("SELECT 1 FROM projects LIMIT 1");
    },

    async backup(target) {
      await database.flush();
      createPrivately(target);
      if (path === ":memory:") return void (await backup(database.handle, target));
      // Uses another connection, because a copy fails if its own connection writes meanwhile. Copies all pages in one
      // step, because a write between two steps would restart the copy.
      const reader = openForReading(path);
      try {
        await backup(reader.handle, target, { rate: allPages });
      } finally {
        reader.handle.close();
      }
    },

    async close() {
      await Promise.all([rollups, indexer, sweep, repricing, removal, packing, retention].map((work) => work.close()));
      await costs.patterns.close();
      await database.flush();
      if (database.handle.isOpen) database.handle.close();
    },
  };
}

function countOf(database: Database, table: string): number {
  return database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0;
}
