import { createTable } from "../schema/create-table.ts";
import { allTables } from "../schema/tables.ts";
import { analyticsTables } from "./analytics-tables.ts";
import { engagement } from "./engagement.ts";

/**
 * The statements that create a new file: the tables of the logical schema, and those that are SQLite's own or not ported to
 * it yet.
 *
 * Columns bear the names of the wire. `project` is the small key of a project, `key` the order of insertion. Columns
 * that are searched stand apart from payloads, and every index of a list ends in the order that the list has. `deletemerge`:
 * parts of the index of words are written anew once so many percent of their steps have gone; with 10, as it is unless it
 * is set, that took half of the time of a deletion, 50 ms at once.
 */
export const creation: readonly string[] = [
  ...allTables.flatMap((table) => createTable(table, "sqlite")),
  `
  CREATE TABLE projects (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, createdAt INTEGER NOT NULL,
    retentionDays INTEGER, requiresSecondFactor INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE apiKeys (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL, last4 TEXT NOT NULL, createdAt INTEGER NOT NULL, revokedAt INTEGER,
    scopes TEXT NOT NULL DEFAULT 'ingest,read,write', UNIQUE (project, id)
  );
  CREATE TABLE tombstones (
    project INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, deletedAt INTEGER NOT NULL,
    PRIMARY KEY (project, kind, id)
  ) WITHOUT ROWID;

  CREATE TABLE users (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL,
    identifier TEXT NOT NULL, metadata TEXT,
    lastEngaged INTEGER, UNIQUE (project, id), UNIQUE (project, identifier)
  );
  CREATE INDEX usersByCreation ON users (project, createdAt);

  CREATE TABLE threads (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL, user INTEGER,
    participant TEXT, tokenCount INTEGER, countedSteps INTEGER NOT NULL DEFAULT 0, firstStart INTEGER, lastEnd INTEGER,
    lastActivity INTEGER NOT NULL, environment TEXT, name TEXT, tags TEXT, metadata TEXT,
    receivedAt INTEGER, firstStep INTEGER, cost INTEGER, pricedSteps INTEGER NOT NULL DEFAULT 0, UNIQUE (project, id)
  );
  CREATE INDEX threadsByCreation ON threads (project, createdAt);
  CREATE INDEX threadsByTokenCount ON threads (project, tokenCount);
  CREATE INDEX threadsByParticipant ON threads (project, participant);
  CREATE INDEX threadsByUser ON threads (user, createdAt) WHERE user IS NOT NULL;
  CREATE INDEX threadsByName ON threads (project, name, createdAt);

  CREATE TABLE steps (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL, thread INTEGER,
    parentId TEXT, rootRunId TEXT, type TEXT NOT NULL, startTime INTEGER, endTime INTEGER, environment TEXT, name TEXT,
    tags TEXT, error TEXT,
    given TEXT, receivedAt INTEGER, startMicros INTEGER NOT NULL DEFAULT 0,
    usageTokenCount INTEGER, usageCountedSteps INTEGER NOT NULL DEFAULT 0, usageCost INTEGER,
    usagePricedSteps INTEGER NOT NULL DEFAULT 0, UNIQUE (project, id)
  );
  CREATE INDEX stepsByCreation ON steps (project, createdAt);
  CREATE INDEX stepsByThread ON steps (thread, createdAt) WHERE thread IS NOT NULL;
  CREATE INDEX stepsByParent ON steps (project, parentId, createdAt) WHERE parentId IS NOT NULL;
  CREATE INDEX stepsByRootRun ON steps (project, rootRunId, createdAt) WHERE rootRunId IS NOT NULL;
  CREATE INDEX stepsByType ON steps (project, type, createdAt);
  CREATE INDEX stepsByName ON steps (project, name, createdAt);
  CREATE INDEX stepsByEnvironment ON steps (project, environment, createdAt);
  CREATE INDEX stepsByStart ON steps (project, startTime, createdAt);
  CREATE INDEX stepsByEnd ON steps (project, endTime, createdAt);
  CREATE INDEX stepsWithError ON steps (project, createdAt) WHERE error IS NOT NULL;
  CREATE INDEX stepErrorsByThread ON steps (thread) WHERE error IS NOT NULL;

  CREATE TABLE stepPayloads (step INTEGER PRIMARY KEY, metadata TEXT, input TEXT, output TEXT);

  CREATE TABLE generations (
    step INTEGER PRIMARY KEY, project INTEGER NOT NULL, createdAt INTEGER NOT NULL, type TEXT NOT NULL, provider TEXT,
    model TEXT, promptId TEXT, tokenCount INTEGER, givenTokenCount INTEGER, givenInputTokenCount INTEGER,
    givenOutputTokenCount INTEGER, inputTokenEstimate INTEGER, outputTokenEstimate INTEGER, ttFirstToken REAL,
    tokenThroughputInSeconds REAL, duration REAL, participant TEXT, tags TEXT, error TEXT,
    cost INTEGER, costDetails TEXT, cachedTokens INTEGER NOT NULL DEFAULT 0,
    cacheWriteTokens INTEGER NOT NULL DEFAULT 0, reasoningTokens INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX generationsByCreation ON generations (project, createdAt);
  CREATE INDEX generationsByProvider ON generations (project, provider, createdAt);
  CREATE INDEX generationsByModel ON generations (project, model, createdAt);
  CREATE INDEX generationsByTokenCount ON generations (project, tokenCount);
  CREATE INDEX generationsByDuration ON generations (project, duration);
  CREATE INDEX generationsByParticipant ON generations (project, participant, createdAt);
  CREATE INDEX generationsByPrompt ON generations (project, promptId, createdAt) WHERE promptId IS NOT NULL;
  CREATE INDEX generationsWithError ON generations (project, createdAt) WHERE error IS NOT NULL;

  CREATE TABLE generationPayloads (step INTEGER PRIMARY KEY, payload TEXT NOT NULL);

  CREATE TABLE recordTags (
    kind TEXT NOT NULL, project INTEGER NOT NULL, tag TEXT NOT NULL, createdAt INTEGER NOT NULL, record INTEGER NOT NULL,
    PRIMARY KEY (kind, project, tag, createdAt, record)
  ) WITHOUT ROWID;

  CREATE TABLE scores (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL,
    updatedAt INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, value REAL NOT NULL, label TEXT, scorer TEXT,
    comment TEXT, tags TEXT, stepId TEXT, generationId TEXT, datasetExperimentItemId TEXT,
    threadId TEXT, UNIQUE (project, id)
  );
  CREATE INDEX scoresByCreation ON scores (project, createdAt);
  CREATE INDEX scoresByName ON scores (project, name, createdAt);
  CREATE INDEX scoresByStep ON scores (project, stepId) WHERE stepId IS NOT NULL;
  CREATE INDEX scoresByGeneration ON scores (project, generationId) WHERE generationId IS NOT NULL;
  CREATE INDEX scoresByExperimentItem ON scores (project, datasetExperimentItemId)
    WHERE datasetExperimentItemId IS NOT NULL;

  CREATE TABLE datasets (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL, name TEXT NOT NULL,
    description TEXT, metadata TEXT, type TEXT NOT NULL, UNIQUE (project, id), UNIQUE (project, name)
  );
  CREATE INDEX datasetsByCreation ON datasets (project, createdAt);
  CREATE TABLE datasetItems (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL,
    datasetId TEXT NOT NULL, metadata TEXT, input TEXT, expectedOutput TEXT, intermediarySteps TEXT, stepId TEXT,
    UNIQUE (project, id)
  );
  CREATE INDEX datasetItemsByDataset ON datasetItems (project, datasetId);

  CREATE TABLE experiments (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL, name TEXT NOT NULL,
    datasetId TEXT, promptExperimentId TEXT, promptId TEXT, params TEXT, UNIQUE (project, id)
  );
  CREATE TABLE experimentItems (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL,
    datasetExperimentId TEXT NOT NULL, datasetItemId TEXT, experimentRunId TEXT, input TEXT, output TEXT,
    UNIQUE (project, id)
  );

  CREATE TABLE promptLineages (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL, name TEXT NOT NULL,
    description TEXT, deletedAt INTEGER, championId TEXT, UNIQUE (project, id), UNIQUE (project, name)
  );
  CREATE TABLE promptVersions (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, lineageId TEXT NOT NULL,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL, version INTEGER NOT NULL, identity TEXT NOT NULL,
    versionDesc TEXT, label TEXT, status TEXT, tags TEXT, type TEXT NOT NULL, templateMessages TEXT, tools TEXT,
    settings TEXT, variables TEXT, variablesDefaultValues TEXT, UNIQUE (project, id), UNIQUE (project, lineageId, version)
  );
  CREATE TABLE promptRollouts (
    project INTEGER NOT NULL, lineageId TEXT NOT NULL, version INTEGER NOT NULL, rollout REAL NOT NULL,
    PRIMARY KEY (project, lineageId, version)
  ) WITHOUT ROWID;
  CREATE TABLE promptVariants (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL, fromLineageId TEXT,
    fromVersion INTEGER, scoreTemplateId TEXT, templateMessages TEXT, settings TEXT, tools TEXT, variables TEXT,
    UNIQUE (project, id)
  );

  CREATE TABLE attachments (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL,
    stepId TEXT NOT NULL, name TEXT, mime TEXT, metadata TEXT, objectKey TEXT, url TEXT, UNIQUE (project, id)
  );
  CREATE INDEX attachmentsByStep ON attachments (project, stepId);
  CREATE TABLE files (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, objectKey TEXT NOT NULL, createdAt INTEGER NOT NULL,
    name TEXT NOT NULL, mime TEXT NOT NULL, threadId TEXT, size INTEGER,
    leftOver INTEGER NOT NULL DEFAULT 0, UNIQUE (project, objectKey)
  );
  CREATE INDEX filesByThread ON files (project, threadId) WHERE threadId IS NOT NULL;

  CREATE TABLE attributePaths (key INTEGER PRIMARY KEY, project INTEGER NOT NULL, path TEXT NOT NULL, UNIQUE (project, path));
  CREATE TABLE stepAttributes (
    path INTEGER NOT NULL, step INTEGER NOT NULL, createdAt INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (path, step)
  ) WITHOUT ROWID;
  CREATE INDEX stepAttributesByText ON stepAttributes (path, text, createdAt, step, kind);
  CREATE TABLE stepIndexBacklog (
    project INTEGER NOT NULL, createdAt INTEGER NOT NULL, step INTEGER NOT NULL, parts INTEGER NOT NULL,
    PRIMARY KEY (project, createdAt, step)
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE stepWords USING fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
  CREATE TABLE searchWords (key INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE searchWordParts USING fts5 (
    word, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
  );
  CREATE TABLE wordSweeps (
    id INTEGER PRIMARY KEY, position INTEGER, again INTEGER NOT NULL, dropped INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE wordlessSteps (
    project INTEGER NOT NULL, createdAt INTEGER NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (project, createdAt, step)
  ) WITHOUT ROWID;
  CREATE TABLE attributeShapes (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, paths TEXT NOT NULL, UNIQUE (project, paths)
  );
  CREATE TABLE stepShapes (
    shape INTEGER NOT NULL, createdAt INTEGER NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (shape, createdAt, step)
  ) WITHOUT ROWID;

  CREATE TABLE accounts (
    id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, emailVerified INTEGER NOT NULL, image TEXT,
    twoFactorEnabled INTEGER NOT NULL DEFAULT 0, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
    disabledAt INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE secondFactors (
    id TEXT PRIMARY KEY, userId TEXT NOT NULL UNIQUE, secret TEXT NOT NULL, backupCodes TEXT NOT NULL,
    verified INTEGER NOT NULL, failedVerificationCount INTEGER NOT NULL DEFAULT 0, lockedUntil INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE accountLogins (
    id TEXT PRIMARY KEY, accountId TEXT NOT NULL, providerId TEXT NOT NULL, userId TEXT NOT NULL, password TEXT,
    scope TEXT, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL, UNIQUE (providerId, accountId)
  ) WITHOUT ROWID;
  CREATE INDEX accountLoginsByAccount ON accountLogins (userId);
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, userId TEXT NOT NULL, expiresAt INTEGER NOT NULL,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL, ipAddress TEXT, userAgent TEXT
  ) WITHOUT ROWID;
  CREATE INDEX sessionsByAccount ON sessions (userId);
  CREATE TABLE verifications (
    id TEXT PRIMARY KEY, identifier TEXT NOT NULL, value TEXT NOT NULL, expiresAt INTEGER NOT NULL,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX verificationsByIdentifier ON verifications (identifier);
  CREATE TABLE members (
    project INTEGER NOT NULL, account TEXT NOT NULL, role TEXT NOT NULL, createdAt INTEGER NOT NULL,
    PRIMARY KEY (project, account)
  ) WITHOUT ROWID;
  CREATE INDEX membersByAccount ON members (account);
  CREATE TABLE invitations (
    id TEXT PRIMARY KEY, project INTEGER NOT NULL, email TEXT NOT NULL, role TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
    createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL,
    invitedBy TEXT, UNIQUE (project, email)
  ) WITHOUT ROWID;

  CREATE INDEX experimentsByCreation ON experiments (project, createdAt);
  CREATE INDEX experimentItemsByExperiment ON experimentItems (project, datasetExperimentId);
  CREATE INDEX promptLineagesByCreation ON promptLineages (project, createdAt);
  CREATE INDEX filesLeftOver ON files (objectKey) WHERE leftOver;
  CREATE INDEX filesByTime ON files (project, createdAt) WHERE NOT leftOver;
  CREATE INDEX attachmentsByFile ON attachments (project, objectKey) WHERE objectKey IS NOT NULL;
  CREATE INDEX tombstonesByTime ON tombstones (project, deletedAt);
  CREATE TABLE deletedProjects (key INTEGER PRIMARY KEY, deletedAt INTEGER NOT NULL, isFreed INTEGER NOT NULL);
  INSERT INTO stepWords (stepWords, rank) VALUES ('deletemerge', 50);
  CREATE TABLE attributeBlocks (
    path INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, texts TEXT,
    isOutdated INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (path, first)
  );
  CREATE VIRTUAL TABLE stepWordTerms USING fts5vocab (stepWords, row);
  CREATE INDEX attributeBlocksOutdated ON attributeBlocks (path) WHERE isOutdated;
  ${engagement}
  ${analyticsTables}
  CREATE INDEX scoresByThread ON scores (project, threadId) WHERE threadId IS NOT NULL;
  CREATE INDEX stepsByDuration ON steps (project, endTime - startTime);
  CREATE INDEX threadsByDuration ON threads (project, lastEnd - firstStart);
  CREATE INDEX threadsByCost ON threads (project, cost);
  CREATE INDEX stepsByUsageTokenCount ON steps (project, usageTokenCount);
  CREATE INDEX stepsByUsageCost ON steps (project, usageCost);
  CREATE INDEX generationsByCost ON generations (project, cost);
  `,
];
