import { makeStep, type Version } from "./made-step.ts";

export interface StoredStep {
  readonly id: string;
  readonly name: string | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: string | null;
  readonly metadata: unknown;
}

/** Result of comparing stored steps with a {@link History}. The lists contain the ids of steps with an error. */
export interface Findings {
  readonly submitted: number;
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged steps that are missing or are stored in an older version. */
  readonly lost: readonly string[];
  readonly duplicates: readonly string[];
  /** Stored steps that no client has sent, or whose content differs from what was sent. */
  readonly strangers: readonly string[];
  /** Steps that are listed before a step of the same client that was acknowledged earlier. */
  readonly misplaced: readonly string[];
}

interface Entry {
  submitted: Version;
  acknowledged: Version | 0;
}

/** Requests and responses of the clients, in order. */
export class History {
  readonly #entries = new Map<number, Entry>();
  /** Numbers of the acknowledged steps by client, in the order of acknowledgment. */
  readonly #lanes = new Map<number, number[]>();

  submit(number: number, version: Version): void {
    const entry = this.#entries.get(number);
    if (entry === undefined) this.#entries.set(number, { submitted: version, acknowledged: 0 });
    else if (version > entry.submitted) entry.submitted = version;
  }

  acknowledge(number: number, version: Version, lane: number): void {
    const entry = this.#entries.get(number);
    if (entry === undefined) throw new Error(`Step ${number} was acknowledged without being submitted.`);
    if (entry.acknowledged === 0) {
      const numbers = this.#lanes.get(lane);
      if (numbers === undefined) this.#lanes.set(lane, [number]);
      else numbers.push(number);
    }
    if (version > entry.acknowledged) entry.acknowledged = version;
  }

  get acknowledged(): number {
    return [...this.#entries.values()].filter(({ acknowledged }) => acknowledged > 0).length;
  }

  /** Returns a copy of the history so far, to compare a backup with it later. */
  copy(): History {
    const copy = new History();
    for (const [number, entry] of this.#entries) copy.#entries.set(number, { ...entry });
    for (const [lane, numbers] of this.#lanes) copy.#lanes.set(lane, [...numbers]);
    return copy;
  }

  /** Accepts steps that were sent while a backup was being created. The backup may contain them, but need not. */
  allow(later: History): void {
    for (const [number, { submitted }] of later.#entries) this.submit(number, submitted);
  }

  /**
   * Finds steps that are stored although an earlier step of the same client is missing. Returns the ids of the stored
   * steps. A client sends a batch only after its previous batch was acknowledged. So a consistent copy with the later
   * batch also contains the earlier one, and the result is empty.
   */
  gaps(stored: readonly StoredStep[]): string[] {
    const numbers = new Set(stored.map(numberOf));
    return [...this.#lanes.values()].flatMap((lane) => {
      const end = lane.findIndex((number) => !numbers.has(number));
      return end === -1
        ? []
        : lane
            .slice(end)
            .filter((number) => numbers.has(number))
            .map((number) => `step-${number}`);
    });
  }

  /** Compares the history with all stored steps, which must be in order of creation. */
  compare(stored: readonly StoredStep[]): Findings {
    const byNumber = new Map<number, StoredStep[]>();
    const strangers: string[] = [];
    const places = new Map<number, number>();
    for (const [place, step] of stored.entries()) {
      const number = numberOf(step);
      const entry = this.#entries.get(number);
      const versions = entry?.submitted === 2 ? ([1, 2] as const) : ([1] as const);
      if (entry === undefined || !versions.some((version) => isVersion(step, number, version))) strangers.push(step.id);
      byNumber.set(number, [...(byNumber.get(number) ?? []), step]);
      if (!places.has(number)) places.set(number, place);
    }
    const entries = [...this.#entries];
    return {
      submitted: entries.length,
      acknowledged: this.acknowledged,
      stored: stored.length,
      lost: entries
        .filter(([number, { acknowledged }]) => !isKept(byNumber.get(number), number, acknowledged))
        .map(([number]) => `step-${number}`),
      duplicates: [...byNumber].filter(([, steps]) => steps.length > 1).map(([number]) => `step-${number}`),
      strangers,
      misplaced: [...this.#lanes.values()].flatMap((numbers) => {
        const listed = numbers.filter((number) => places.has(number));
        return listed
          .filter((number, index) => index > 0 && (places.get(number) ?? 0) < (places.get(listed[index - 1] ?? 0) ?? 0))
          .map((number) => `step-${number}`);
      }),
    };
  }
}

export function addFindings(one: Findings, other: Findings): Findings {
  return {
    submitted: one.submitted + other.submitted,
    acknowledged: one.acknowledged + other.acknowledged,
    stored: one.stored + other.stored,
    lost: [...one.lost, ...other.lost],
    duplicates: [...one.duplicates, ...other.duplicates],
    strangers: [...one.strangers, ...other.strangers],
    misplaced: [...one.misplaced, ...other.misplaced],
  };
}

export const nothingFound: Findings = {
  submitted: 0,
  acknowledged: 0,
  stored: 0,
  lost: [],
  duplicates: [],
  strangers: [],
  misplaced: [],
};

function numberOf({ metadata }: StoredStep): number {
  const number =
    typeof metadata === "object" && metadata !== null && "number" in metadata ? metadata.number : undefined;
  return typeof number === "number" ? number : -1;
}

function isVersion(step: StoredStep, number: number, version: Version): boolean {
  const made = makeStep(number, version);
  return (
    step.name === made.name &&
    isSame(step.input, made.input) &&
    isSame(step.output, made.output ?? null) &&
    step.error === (made.error ?? null)
  );
}

function isKept(steps: readonly StoredStep[] | undefined, number: number, acknowledged: Version | 0): boolean {
  if (acknowledged === 0) return true;
  const step = steps?.[0];
  if (step === undefined) return false;
  return acknowledged === 2 ? isVersion(step, number, 2) : isVersion(step, number, 1) || isVersion(step, number, 2);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
