import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { backup } from "node:sqlite";
import type { RetentionDays } from "../retention.ts";
import { sqliteLists } from "../lists/sqlite/sqlite-lists.ts";
import { createAccountStore } from "../resources/accounts.ts";
import { createAuditStore } from "../resources/audit.ts";
import { createCommentStore } from "../resources/comments.ts";
import { createDatasetStore } from "../resources/datasets.ts";
import { createExperimentStore } from "../resources/experiments.ts";
import { createFileStore } from "../resources/files.ts";
import { createPriceStore } from "../resources/prices.ts";
import { createProjectStore } from "../resources/projects.ts";
import { createPromptStore } from "../resources/prompts.ts";
import { createScoreSchemaStore } from "../resources/score-schemas.ts";
import { createScoreStore, ScoreWriter } from "../resources/scores.ts";
import { createTransfer } from "../resources/transfer.ts";
import { createSecrets } from "../resources/secrets.ts";
import { createShareStore } from "../resources/shares.ts";
import { createUserStore } from "../resources/users.ts";
import { createUsageStore } from "../resources/usage.ts";
import { createViewStore } from "../resources/views.ts";
import { SqliteSessions } from "../session/sqlite/sqlite-sessions.ts";
import type { Store } from "../store.ts";
import { createAnalyticsStore } from "./analytics.ts";
import { toComparableJson } from "../comparable-text.ts";
import { foldCase } from "../fold-case.ts";
import type { Database } from "./database.ts";
import { GenerationCosts } from "./generation-costs.ts";
import { createGenerationList, createGenerationStore } from "./generations.ts";
import { createPrivately, openDatabase, openForReading } from "./open-database.ts";
import { ProjectRemoval } from "./project-removal.ts";
import { ProjectKeys } from "./project-keys.ts";
import { RecordTags } from "./record-tags.ts";
import { createRecordedPassages } from "./recorded-passages.ts";
import { Repricing } from "./repricing.ts";
import { Retention } from "./retention.ts";
import { Rollups } from "./rollups.ts";
import { readIdentity } from "../read-identity.ts";
import { createScoreIndexes, createScoreList } from "./score-list.ts";
import { StepAttributes } from "./step-attributes.ts";
import { StepIndexer } from "./step-indexer.ts";
import { StepWords } from "./step-words.ts";
import { StepWriter } from "./step-writer.ts";
import { createStepCellReads, createStepList, createStepStore, type StepCellReads } from "./steps.ts";
import { ThreadRows } from "./thread-rows.ts";
import { createThreadList, createThreadStore } from "./threads.ts";
import { createUserThreads } from "./user-rows.ts";
import { WordSweep } from "./word-sweep.ts";

/** More pages than a file can have. */
const allPages = 2 ** 31 - 1;

export interface SqliteStoreOptions {
  /** The database file, created with its folder when there is none; or `:memory:`. */
  readonly path: string;
  /** Opens a file that a writing store keeps open, and refuses every write. */
  readonly readOnly?: boolean | undefined;
  /** Epoch milliseconds; the system's clock by default. */
  readonly now?: (() => number) | undefined;
  /** False: old records are deleted only on request. Default: true. */
  readonly expires?: boolean | undefined;
  /** Retention in days; null, the default: unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Called for errors of the retention, which is retried. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** A store whose steps can be read as cells, to be handed to another thread. */
export interface SqliteStore extends Store {
  readonly stepCells: StepCellReads;
}

/**
 * Opens the embedded store: one file, safe to be used by several processes of one machine at a time. Rejects with a
 * {@link StoreOpenError} that says what to do when the file is damaged, newer than this server or not ours.
 */
export function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  return openStoreOfThread(options);
}

/** Opens the store with the additional methods of a store thread. */
export async function openStoreOfThread(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { path, readOnly = false, now = Date.now, retentionDays = null, onError = () => {} } = options;
  const database = readOnly ? openForReading(path) : openDatabase(path);
  database.handle.function("foldCase", { deterministic: true }, (text) =>
    typeof text === "string" ? foldCase(text) : text,
  );
  database.handle.function("comparableJson", { deterministic: true }, (json) =>
    typeof json === "string" ? toComparableJson(json) : json,
  );

  const place = path === ":memory:" ? randomUUID() : String(statSync(path).ino);
  const projects = new ProjectKeys(database);
  const sessions = new SqliteSessions(database, projects);
  const secrets = createSecrets(sessions);
  const lists = sqliteLists(database, projects, now);
  const tags = new RecordTags(database);
  const attributes = new StepAttributes(database);
  const sweep = new WordSweep(database, { follows: !readOnly });
  const words = new StepWords(database, sweep);
  const indexer = new StepIndexer({ database, attributes, words }, { follows: !readOnly });
  const rollups = new Rollups(database, { follows: !readOnly, now });
  const costs = new GenerationCosts(database);
  const threadRows = new ThreadRows(database, tags, rollups);
  const scores = new ScoreWriter(createScoreIndexes(tags, rollups));
  const steps = new StepWriter({
    database,
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

  const recorded = createRecordedPassages({ database, threads: threadRows, steps });
  const transfer = createTransfer(sessions, { recorded, scores, repricing });
  const userThreads = createUserThreads(database, threadRows);

  return {
    projects: createProjectStore(sessions, removal),
    accounts: createAccountStore(sessions),
    audit: createAuditStore(sessions),
    threads: createThreadStore({
      sessions,
      scores,
      database,
      projects,
      tags,
      words,
      rows: threadRows,
      steps,
      now,
    }),
    steps: createStepStore({ database, sessions, projects, tags, attributes, words, writer: steps, costs, now }),
    stepCells: createStepCellReads({ database, projects, tags, attributes, words, now }),
    generations: createGenerationStore({ database, projects, tags, words, now }),
    scores: createScoreStore({ sessions, list: createScoreList({ database, projects, tags, now }), writer: scores }),
    comments: createCommentStore(sessions),
    scoreSchemas: createScoreSchemaStore(sessions),
    views: createViewStore(sessions),
    shares: createShareStore(sessions),
    users: createUserStore({ sessions, lists, threads: userThreads }),
    datasets: createDatasetStore(sessions, lists),
    experiments: createExperimentStore({
      sessions,
      lists,
      scores,
    }),
    prompts: createPromptStore(sessions, lists),
    files: createFileStore(sessions),
    prices: createPriceStore({ sessions, repricing, patterns: costs.patterns, isThreadOf: userThreads.isOf }),
    usage: createUsageStore(sessions),
    analytics: createAnalyticsStore({
      database,
      projects,
      rollups,
      lists: {
        threads: createThreadList({ database, projects, tags, words, rows: threadRows, now }),
        steps: createStepList({ database, projects, tags, attributes, words, now }),
        generations: createGenerationList({ database, projects, tags, words, now }),
        scores: createScoreList({ database, projects, tags, now }),
      },
    }),

    ...secrets,

    identity: () => readIdentity(secrets, place),

    ...transfer,
    async importRecords(projectId, records) {
      await costs.load();
      return transfer.importRecords(projectId, records);
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
      // Not over the connection that writes in the background: a copy fails while its own connection writes. All pages are copied in
      // one step, because writes of another connection between two steps would restart it.
      const reader = openForReading(path);
      try {
        await backup(reader.handle, target, { rate: allPages });
      } finally {
        reader.handle.close();
      }
    },

    async close() {
      await Promise.all([rollups, indexer, sweep, repricing, removal, retention].map((work) => work.close()));
      await costs.patterns.close();
      await database.flush();
      if (database.handle.isOpen) database.handle.close();
    },
  };
}

function countOf(database: Database, table: string): number {
  return database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0;
}
