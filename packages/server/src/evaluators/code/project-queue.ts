export interface QueuedJob {
  readonly project: string;
}

/**
 * Queue of evaluations that is fair to projects. The next job is from the project with the fewest running jobs. If
 * several projects have equally few running jobs, the project that has waited longest is next. A project without
 * running jobs therefore waits for at most one job of each other project, however many jobs these have queued.
 */
export class ProjectQueue<Job extends QueuedJob> {
  readonly #maxPerProject: number;
  /** Waiting jobs by project; the project whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  #size = 0;

  constructor(maxPerProject: number) {
    this.#maxPerProject = maxPerProject;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a job. Returns false if too many jobs of its project are waiting. */
  add(job: Job): boolean {
    const line = this.#waiting.get(job.project) ?? [];
    if (line.length >= this.#maxPerProject) return false;
    this.#waiting.set(job.project, line);
    line.push(job);
    this.#size += 1;
    return true;
  }

  remove(job: Job): void {
    const line = this.#waiting.get(job.project);
    const index = line?.indexOf(job) ?? -1;
    if (line === undefined || index === -1) return;
    line.splice(index, 1);
    this.#size -= 1;
    if (line.length === 0) this.#waiting.delete(job.project);
  }

  /** Removes and returns the next job. `running` are the jobs in progress. */
  next(running: readonly QueuedJob[]): Job | undefined {
    const counts = new Map<string, number>();
    for (const { project } of running) counts.set(project, (counts.get(project) ?? 0) + 1);
    let chosen: { readonly line: Job[]; readonly project: string; readonly count: number } | undefined;
    for (const [project, line] of this.#waiting) {
      const count = counts.get(project) ?? 0;
      if (chosen === undefined || count < chosen.count) chosen = { line, project, count };
    }
    const job = chosen?.line.shift();
    if (chosen === undefined || job === undefined) return undefined;
    this.#size -= 1;
    // Moves the project to the end of the map, so that it has its next turn after the other projects.
    this.#waiting.delete(chosen.project);
    if (chosen.line.length > 0) this.#waiting.set(chosen.project, chosen.line);
    return job;
  }

  clear(): Job[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#size = 0;
    return all;
  }
}
