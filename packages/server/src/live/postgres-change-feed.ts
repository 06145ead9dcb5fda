import { Client } from "pg";
import { v7 as uuidv7 } from "uuid";
import type { ChangeFeed, RecordChanges } from "./change-feed.ts";
import { createLocalChangeFeed } from "./local-change-feed.ts";
import { decodeNotice, encodeChanges, encodeWatch, type Notice } from "./replica-notice.ts";

const channel = "threadline_changes";
const notify = "SELECT pg_notify($1, $2)";
/**
 * Interval at which a replica announces the projects that it watches, in milliseconds. An announcement expires after
 * `forgetAfter`, so that a replica that crashed no longer counts as a watcher.
 */
const announceEvery = 10_000;
const forgetAfter = 25_000;
/** Initial and maximum delay before a lost connection is reopened, in milliseconds. */
const firstRetry = 250;
const lastRetry = 15_000;

export interface PostgresChangeFeedOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Called when the connection is lost. The feed opens it again. */
  readonly onError: (error: Error) => void;
}

/**
 * Sends notifications of changes between replicas that share a PostgreSQL database. Each replica announces the projects
 * that it watches, and the other replicas send only changes in watched projects.
 *
 * Notifications are lost while the connection to the database is broken. After reconnecting, watchers get an overflow,
 * so that they reload everything.
 */
export class PostgresChangeFeed implements ChangeFeed {
  readonly #options: PostgresChangeFeedOptions;
  readonly #local = createLocalChangeFeed();
  readonly #id = uuidv7();
  readonly #watched = new Map<string, number>();
  /** Projects that other replicas watch, each with the time at which the latest announcement expires. */
  readonly #watchedElsewhere = new Map<string, number>();
  /** Ids of projects for which a notification could not be sent. An overflow is sent for them later. */
  readonly #unsent = new Set<string>();
  readonly #announcing: NodeJS.Timeout;
  #client: Client | undefined;
  #sent: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #retryDelay = firstRetry;
  #isClosed = false;

  constructor(options: PostgresChangeFeedOptions) {
    this.#options = options;
    this.#announcing = setInterval(() => this.#announce([...this.#watched.keys()]), announceEvery);
    this.#announcing.unref();
  }

  /** Resolves when the feed listens. If the connection fails, the feed retries until it succeeds. */
  async open(): Promise<void> {
    await this.#connect();
  }

  isWatched(projectId: string): boolean {
    return this.#watched.has(projectId) || this.#isWatchedElsewhere(projectId);
  }

  publish(projectId: string, changes: RecordChanges): void {
    this.#local.publish(projectId, changes);
    if (!this.#isWatchedElsewhere(projectId)) return;
    for (const payload of encodeChanges(this.#id, projectId, changes)) this.#send(payload, [projectId]);
  }

  subscribe(projectId: string, listener: (changes: RecordChanges) => void): () => void {
    const unsubscribe = this.#local.subscribe(projectId, listener);
    const count = this.#watched.get(projectId) ?? 0;
    this.#watched.set(projectId, count + 1);
    if (count === 0) this.#announce([projectId]);
    let isSubscribed = true;
    return () => {
      if (!isSubscribed) return;
      isSubscribed = false;
      unsubscribe();
      const left = (this.#watched.get(projectId) ?? 1) - 1;
      if (left > 0) this.#watched.set(projectId, left);
      else this.#watched.delete(projectId);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#announcing);
    clearTimeout(this.#retry);
    await this.#sent;
    if (this.#client !== undefined) await endQuietly(this.#client);
  }

  #isWatchedElsewhere(projectId: string): boolean {
    const until = this.#watchedElsewhere.get(projectId);
    if (until === undefined) return false;
    if (until > Date.now()) return true;
    this.#watchedElsewhere.delete(projectId);
    return false;
  }

  #announce(projectIds: readonly string[]): void {
    for (const projectId of projectIds) this.#send(encodeWatch(this.#id, projectId), []);
  }

  /** Notifies the other replicas. If that fails, an overflow is sent for `projectIds` later. */
  #send(payload: string, projectIds: readonly string[]): void {
    const fail = (): void => {
      for (const projectId of projectIds) this.#unsent.add(projectId);
    };
    const client = this.#client;
    if (client === undefined) fail();
    // Messages are sent one after the other, to keep their order.
    else this.#sent = this.#sent.then(() => client.query(notify, [channel, payload])).then(() => undefined, fail);
  }

  #receive(notice: Notice | null): void {
    if (notice === null || notice.from === this.#id) return;
    const { projectId } = notice;
    if (notice.kind === "watch") {
      const isNew = !this.#isWatchedElsewhere(projectId);
      this.#watchedElsewhere.set(projectId, Date.now() + forgetAfter);
      // This replica sent no changes of the project before, because no other replica watched it. The overflow informs
      // the new watcher that it may have missed changes.
      if (isNew) this.#send(encodeChanges(this.#id, projectId, { changes: [], overflow: true })[0] ?? "", [projectId]);
    } else this.#local.publish(projectId, notice.changes);
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#options.url,
      application_name: "threadline changes",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    let isLost = false;
    const lose = (error: Error): void => {
      if (isLost || this.#isClosed) return;
      isLost = true;
      if (this.#client === client) this.#client = undefined;
      this.#options.onError(error);
      void endQuietly(client);
      this.#retry = setTimeout(() => void this.#connect(), this.#retryDelay);
      this.#retry.unref();
      this.#retryDelay = Math.min(this.#retryDelay * 2, lastRetry);
    };
    client.on("error", lose);
    client.on("end", () => lose(new Error("The connection for change notifications was closed.")));
    client.on("notification", ({ payload }) => this.#receive(decodeNotice(payload ?? "")));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (this.#isClosed) {
      await endQuietly(client);
      return;
    }
    this.#client = client;
    this.#retryDelay = firstRetry;
    this.#catchUp();
  }

  /**
   * Sends an overflow to local watchers and other replicas, for changes that may have been missed while disconnected.
   */
  #catchUp(): void {
    const overflow = { changes: [], overflow: true };
    const unsent = [...this.#unsent];
    this.#unsent.clear();
    for (const projectId of unsent) this.#send(encodeChanges(this.#id, projectId, overflow)[0] ?? "", [projectId]);
    for (const projectId of this.#watched.keys()) this.#local.publish(projectId, overflow);
    this.#announce([...this.#watched.keys()]);
  }
}

async function endQuietly(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}
