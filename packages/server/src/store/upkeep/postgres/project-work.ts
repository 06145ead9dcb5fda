import { BackgroundWork } from "../../background-work.ts";
import type { Database } from "../../session/postgres/database.ts";
import type { Lock } from "../../session/session.ts";
import { type Session, tryLock } from "../../session/postgres/session.ts";

/** Pause between two slices, in milliseconds. */
const restTime = 20;
/** Interval between checks for work that a crashed replica left, in milliseconds. */
const checkEvery = 60_000;

export interface ProjectWorkOptions {
  readonly database: Database;
  /** Lock that the replica holds while it works on a project. */
  readonly lock: Lock;
  /** Query of the `key` of each project with work. */
  readonly waiting: string;
  readonly transact: (project: number, job: (session: Session) => Promise<boolean>) => Promise<boolean>;
  /** Runs a slice. Resolves to whether there may be more work. */
  readonly work: (session: Session, project: number) => Promise<boolean>;
  readonly onError: (error: Error) => void;
}

/**
 * Background work after changes of a project. Tables contain the projects with work, and only one replica at a time
 * works on a project.
 */
export class ProjectWork {
  readonly #options: ProjectWorkOptions;
  readonly #background: BackgroundWork;

  constructor(options: ProjectWorkOptions) {
    this.#options = options;
    const { onError } = options;
    this.#background = new BackgroundWork({
      name: options.lock,
      work: () => this.#run(),
      retryTime: checkEvery,
      onError,
    });
  }

  /** Starts to check periodically for work that other replicas left. */
  follow(): void {
    this.#background.wake(checkEvery);
  }

  /**
   * Schedules the work for after the commit of the transaction. Before the commit, the work cannot see the changes of
   * the transaction.
   */
  protected hastenAfter(session: Session): void {
    session.afterCommit(() => this.#background.hasten(restTime));
  }

  /** Completes all remaining work. Waits for the work of other replicas. */
  async finish(): Promise<void> {
    for (const project of await this.#waiting()) {
      // oxlint-disable-next-line no-await-in-loop -- one slice after the other
      while (await this.#work(project, true));
    }
  }

  close(): Promise<void> {
    return this.#background.close();
  }

  async #run(): Promise<number> {
    let isLeft = false;
    for (const project of await this.#waiting()) {
      if (this.#background.isClosed) break;
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      isLeft = (await this.#work(project, false)) || isLeft;
    }
    return isLeft ? restTime : checkEvery;
  }

  async #waiting(): Promise<number[]> {
    const { database, waiting } = this.#options;
    const rows = await database.read(null, (session) => session.all<{ key: number }>(waiting));
    return rows.map(({ key }) => key);
  }

  #work(project: number, waits: boolean): Promise<boolean> {
    const { transact, lock, work } = this.#options;
    return transact(project, async (session) => {
      if (waits) await session.holdLock(lock, project);
      else if (!(await tryLock(session, lock, project))) return false;
      return work(session, project);
    });
  }
}
