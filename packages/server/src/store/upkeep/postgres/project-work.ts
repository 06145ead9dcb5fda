import { BackgroundWork } from "../../background-work.ts";
import type { Database } from "../../session/postgres/database.ts";
import type { Lock } from "../../session/session.ts";
import { type Session, tryLock } from "../../session/postgres/session.ts";

/** Milliseconds between two slices, and until work of a crashed replica is taken over. */
const restTime = 20;
const checkEvery = 60_000;

export interface ProjectWorkOptions {
  readonly database: Database;
  /** Lock of the replica that works on a project. */
  readonly lock: Lock;
  /** Selects the `key` of each project with work. */
  readonly waiting: string;
  /** Runs a slice in its transaction. */
  readonly transact: (project: number, job: (session: Session) => Promise<boolean>) => Promise<boolean>;
  /** Runs a slice; resolves to whether there may be more. */
  readonly work: (session: Session, project: number) => Promise<boolean>;
  readonly onError: (error: Error) => void;
}

/** Background work after changes of a project, stored in a table and done by one replica at a time. */
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

  /** Checks periodically for work of other replicas. */
  follow(): void {
    this.#background.wake(checkEvery);
  }

  /** Starts the work after the transaction, because its records are not visible before. */
  protected hastenAfter(session: Session): void {
    session.afterCommit(() => this.#background.hasten(restTime));
  }

  /** Completes all remaining work, and waits for that of other replicas. */
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
