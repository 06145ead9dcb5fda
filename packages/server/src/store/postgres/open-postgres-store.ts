import { BackupError } from "../errors.ts";
import { readIdentity } from "../resources/secrets.ts";
import type { RetentionDays } from "../upkeep/retention.ts";
import { postgresLists } from "../lists/postgres/postgres-lists.ts";
import { createResources } from "../resources/create-resources.ts";
import { ScoreWriter } from "../resources/scores.ts";
import { PostgresSessions } from "../session/postgres/postgres-sessions.ts";
import type { Store } from "../store.ts";
import { createAnalyticsStore } from "../analytics/create-analytics.ts";
import { postgresAnalytics } from "../analytics/postgres/analytics-reads.ts";
import { Database } from "../session/postgres/database.ts";
import { FreshPayloads } from "../search/postgres/fresh-payloads.ts";
import { GenerationCosts } from "../prices/postgres/generation-costs.ts";
import { createGenerationStore } from "../recorded/generations.ts";
import { createGenerationList } from "../recorded/postgres/generations.ts";
import { FairShares } from "../session/fair-shares.ts";
import { migrate, requireFormat } from "./migrate.ts";
import { ProjectRemoval } from "../upkeep/postgres/project-removal.ts";
import { readBacklog } from "./read-backlog.ts";
import { createRecordedPassages } from "../recorded/recorded-passages.ts";
import { Repricing } from "../prices/postgres/repricing.ts";
import { Retention } from "../upkeep/postgres/retention.ts";
import { Rollups } from "../rollups/postgres/rollups.ts";
import { type IndexingOptions, SearchIndexer, usualIndexing } from "../search/postgres/search-indexer.ts";
import { createScoreIndexes, createScoreList } from "../recorded/postgres/score-list.ts";
import { deleteSteps } from "../ingest/postgres/step-removal.ts";
import { createStepList, createStepStore, readStoredSteps } from "../recorded/postgres/steps.ts";
import { createStoredThreads } from "../recorded/postgres/stored-threads.ts";
import { createThreadList } from "../recorded/postgres/threads.ts";
import { createThreadStore } from "../recorded/threads.ts";
import { StepWriter } from "../ingest/postgres/step-writer.ts";
import { ownSession } from "../session/postgres/session.ts";
import { ProjectEstimates } from "../ingest/postgres/project-estimates.ts";
import { TimePartitions } from "../upkeep/postgres/time-partitions.ts";
import { withSearchTurns } from "./with-search-turns.ts";

export const defaultPoolSize = 10;

/**
 * While several projects are active, the total number of connections divided by this number is the maximum number of
 * concurrent reads that may test many records.
 */
const connectionsPerSearch = 4;

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Maximum number of connections of this process. Default: 10. */
  readonly poolSize?: number | undefined;
  /** Statement timeout in milliseconds. Default: 30,000. */
  readonly statementTimeout?: number | undefined;
  /**
   * Statement timeout of reads for which a caller waits, in milliseconds. At most `statementTimeout`. Default: 10,000.
   */
  readonly readTimeout?: number | undefined;
  /** Maximum time that a transaction waits for a free connection, in milliseconds. Default: 10,000. */
  readonly maxWait?: number | undefined;
  /**
   * Maximum number of prepared statements per connection. Use 0 behind a pooler that does not support them. Default:
   * 500.
   */
  readonly preparedStatements?: number | undefined;
  /** Clock, in epoch milliseconds. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Retention in days. Null (the default) is unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Whether expired records are deleted periodically in the background. Default: true. */
  readonly expires?: boolean | undefined;
  /**
   * Whether to create partitions for future days. Set it to false in commands: the length of a partition depends on the
   * retention, and commands do not know the retention that the servers use. Default: true.
   */
  readonly makesPartitions?: boolean | undefined;
  /** Opens a database that another process has upgraded, without changing it. Every write is rejected. */
  readonly readOnly?: boolean | undefined;
  /** Timing of indexing. Tests set it, so that payloads are indexed immediately. */
  readonly indexing?: IndexingOptions | undefined;
  /** Called when an idle connection breaks, or background work fails. */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * Called before the store is open, with advice for each PostgreSQL setting that may lose records in a system crash.
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Selects a text that identifies the database: the id of its PostgreSQL cluster, then the id of the database in the
 * cluster.
 */
const placeOfDatabase = `SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || oid AS name
  FROM pg_database WHERE datname = current_database()`;

/**
 * Opens the store in a PostgreSQL database, which any number of servers can share. Rejects with a
 * {@link StoreOpenError} with advice if the database cannot be reached, is too old, or was written by a newer version.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const {
    url,
    poolSize = defaultPoolSize,
    statementTimeout = 30_000,
    readTimeout,
    maxWait,
    preparedStatements = 500,
    now = Date.now,
    retentionDays = null,
    expires = true,
    makesPartitions = true,
    readOnly = false,
    indexing = usualIndexing,
    onError = () => {},
    onWarning = () => {},
  } = options;
  const database = new Database({
    url,
    poolSize,
    statementTimeout,
    readTimeout,
    maxWait,
    preparedStatements,
    readOnly,
    onError,
  });
  const partitions = new TimePartitions({ database, now, retentionDays, makes: makesPartitions, onError });
  try {
    await (readOnly ? requireFormat(database) : migrate(database, onWarning));
    if (!readOnly) await partitions.follow();
  } catch (error) {
    await database.close();
    throw error;
  }
  const sessions = new PostgresSessions(database);
  const removal = new ProjectRemoval(database, onError);
  const rollups = new Rollups(database, now, onError);
  const costs = new GenerationCosts();
  const estimates = new ProjectEstimates();
  const repricing = new Repricing({ database, costs, rollups, onError });
  const scores = new ScoreWriter(createScoreIndexes(rollups));
  const retention = new Retention({ database, rollups, partitions, retentionDays, now, onError });
  const fresh = new FreshPayloads();
  const indexer = new SearchIndexer({ database, fresh, indexing, onError });
  if (!readOnly) {
    // Writes that change rollups may also store payloads that have to be indexed. The indexer is therefore notified of
    // the project, and checks it for such payloads.
    rollups.onTouch = (project) => indexer.touch(project);
    indexer.follow();
    repricing.follow();
    removal.follow();
    rollups.start();
    if (expires) retention.follow();
  }

  const ofLists = { sessions, now };
  const lists = {
    threads: createThreadList(ofLists),
    steps: createStepList(ofLists),
    generations: createGenerationList(ofLists),
    scores: createScoreList(ofLists),
  };
  const threads = createStoredThreads(rollups);
  const resources = createResources({
    sessions,
    lists: postgresLists(ofLists),
    scoreList: lists.scores,
    scores,
    threads,
    async removeSteps(session, project, ids, deletedAt) {
      await deleteSteps(ownSession(session), project, ids, deletedAt, rollups);
    },
    recorded: createRecordedPassages({
      threads,
      steps: {
        read: readStoredSteps,
        write: (session, project, writes) =>
          new StepWriter(
            { session: ownSession(session), project, rollups, costs, partitions, estimates },
            writes,
          ).write(),
      },
    }),
    removal,
    repricing,
    patterns: costs.patterns,
  });
  const steps = createStepStore({
    database,
    sessions,
    rollups,
    costs,
    partitions,
    estimates,
    fresh,
    list: lists.steps,
    threads,
  });

  const searchTurns = new FairShares<string>({
    capacity: () => (database.activeProjects > 1 ? Math.floor(poolSize / connectionsPerSearch) : poolSize),
    maxWait,
  });
  const store: Store = {
    ...resources,
    threads: createThreadStore({ sessions, list: lists.threads, threads }),
    steps,
    generations: createGenerationStore(lists.generations, steps),
    analytics: createAnalyticsStore(postgresAnalytics({ sessions, rollups, lists })),

    async identity() {
      const place = await database.read(null, (session) => session.get<{ name: string }>(placeOfDatabase));
      return readIdentity(resources, place?.name ?? "");
    },

    backlog: () => database.read(null, readBacklog),

    async backup() {
      throw new BackupError(
        "Records are stored in PostgreSQL. Back up the database with pg_dump, or with the backups of its provider.",
      );
    },

    expire: () => retention.finish(),

    async check() {
      await database.read(null, (session) => session.run("SELECT 1"));
    },

    async close() {
      await Promise.all([rollups, indexer, repricing, removal, retention, partitions].map((work) => work.close()));
      await costs.patterns.close();
      await database.close();
    },
  };
  return withSearchTurns(store, searchTurns);
}
