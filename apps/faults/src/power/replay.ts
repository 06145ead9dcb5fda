import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openDiskFileStorage, openSqliteStore, type Store } from "threadline";
import { checkIntegrity } from "../derived.ts";
import { History, type StoredStep } from "../history.ts";
import type { Version } from "../made-step.ts";
import { seededRandom } from "../random.ts";
import { Disk, type Loss, losses } from "./disk.ts";
import type { Recording } from "./record.ts";

export interface CutReport {
  readonly cuts: number;
  /** Number of power failures after which an acknowledged step or file was missing. */
  readonly losing: number;
  /** Number of power failures after which the database was damaged, or could not be opened. */
  readonly damaged: number;
  /** Number of power failures after which the database contained incomplete records, or records that no client sent. */
  readonly strange: number;
  /** Number of steps and files that were acknowledged before a power failure, as a sum over all power failures. */
  readonly acknowledged: number;
  /** Details of the first power failures with violations. */
  readonly examples: readonly string[];
}

interface Verdict {
  readonly lost: readonly string[];
  readonly strange: readonly string[];
  readonly damage: string | null;
}

/**
 * Simulates power failures at random moments of a recording. A disk can have different contents after a power failure,
 * because unsynced writes may survive. Creates one of these contents each time, and checks the database in it.
 */
export async function replayCuts(
  recording: Recording,
  { cuts, seed }: { readonly cuts: number; readonly seed: number },
): Promise<CutReport> {
  const random = seededRandom(seed);
  const { events, root } = recording;
  const places = Array.from({ length: cuts }, () => Math.floor(random() * (events.length + 1))).toSorted(
    (a, b) => a - b,
  );
  const disk = new Disk(root);
  const acknowledgments = new Acknowledgments(recording);
  const folder = await mkdtemp(join(tmpdir(), "threadline-cut-"));
  let report: CutReport = { cuts: 0, losing: 0, damaged: 0, strange: 0, acknowledged: 0, examples: [] };
  try {
    let done = 0;
    for (const [index, place] of places.entries()) {
      for (; done < place; done += 1) {
        const event = events[done];
        if (event === undefined) break;
        disk.apply(event);
        if (event.kind === "answer") acknowledgments.add(event.text);
      }
      const loss = losses[index % losses.length] ?? "nothing kept";
      const target = join(folder, String(index));
      disk.writeAfterCut(target, loss, random);
      // oxlint-disable-next-line no-await-in-loop -- the disk has the state of this cut
      const verdict = await look(join(target, relative(root, recording.dataDir)), acknowledgments);
      rmSync(target, { recursive: true });
      report = add(report, verdict, { acknowledgments, loss, place });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return report;
}

/** Acknowledgments that the server had sent up to a moment of the recording. */
class Acknowledgments {
  readonly history: History;
  uploads = 0;
  readonly recording: Recording;
  readonly #versions = new Map<number, Version>();

  constructor(recording: Recording) {
    this.recording = recording;
    this.history = new History();
    this.history.allow(recording.history);
  }

  /**
   * Adds a response of the recording. Clients sent each step at its start and at its end, and repeated no request. So
   * the first acknowledgment of a step is for its start, and the second one for its end.
   */
  add(text: string): void {
    if (text.startsWith("HTTP/1.1 204 ")) this.uploads += 1;
    for (const [, digits] of text.matchAll(/"id":"step-(\d+)","ok":true/g)) {
      const number = Number(digits);
      const version = this.#versions.has(number) ? 2 : 1;
      this.#versions.set(number, version);
      this.history.acknowledge(number, version, 0);
    }
  }

  get acknowledged(): number {
    return this.#versions.size + this.uploads;
  }
}

async function look(dataDir: string, acknowledgments: Acknowledgments): Promise<Verdict> {
  const path = join(dataDir, "threadline.db");
  try {
    const found = await readBack(path, dataDir, acknowledgments);
    return { ...found, damage: checkIntegrity(path)[0] ?? null };
  } catch (error) {
    return { lost: [], strange: [], damage: String(error) };
  }
}

async function readBack(
  path: string,
  dataDir: string,
  acknowledgments: Acknowledgments,
): Promise<Pick<Verdict, "lost" | "strange">> {
  const store = await openSqliteStore({ path });
  try {
    const [project] = await store.projects.list();
    const { lost, duplicates, strangers } = acknowledgments.history.compare(await readSteps(store, project?.id));
    const files = await openDiskFileStorage(join(dataDir, "files"));
    const lostFiles: string[] = [];
    const brokenFiles: string[] = [];
    for (const [index, { objectKey, content }] of acknowledgments.recording.uploads.entries()) {
      // oxlint-disable no-await-in-loop -- few files
      const record = project && (await store.files.getFile(project.id, objectKey));
      const stream = await files.read(objectKey);
      const kept = stream && Buffer.from(await new Response(stream).arrayBuffer());
      // oxlint-enable no-await-in-loop
      const isWhole = kept?.equals(content) === true;
      if (index < acknowledgments.uploads && !(isWhole && record?.size === content.length))
        lostFiles.push(`file ${index}`);
      // A file that the database lists as complete must be intact.
      if ((record?.size != null || kept) && !isWhole) brokenFiles.push(`file ${index}`);
    }
    return { lost: [...lost, ...lostFiles], strange: [...duplicates, ...strangers, ...brokenFiles] };
  } finally {
    await store.close();
  }
}

const noContent = { name: null, input: null, output: null, error: null, metadata: null } as const;

async function readSteps(store: Store, projectId: string | undefined): Promise<StoredStep[]> {
  const steps: StoredStep[] = [];
  if (projectId === undefined) return steps;
  for await (const { kind, record } of store.exportRecords(projectId)) {
    // Exports omit fields that are null, so `noContent` adds them again.
    if (kind === "step") steps.push({ ...noContent, ...record } as StoredStep);
  }
  return steps;
}

function add(
  report: CutReport,
  { lost, strange, damage }: Verdict,
  {
    acknowledgments,
    loss,
    place,
  }: { readonly acknowledgments: Acknowledgments; readonly loss: Loss; readonly place: number },
): CutReport {
  const finding = damage ?? [...lost, ...strange].slice(0, 5).join(", ");
  return {
    cuts: report.cuts + 1,
    losing: report.losing + Number(lost.length > 0),
    damaged: report.damaged + Number(damage !== null),
    strange: report.strange + Number(strange.length > 0),
    acknowledged: report.acknowledged + acknowledgments.acknowledged,
    examples:
      finding === "" || report.examples.length >= 5
        ? report.examples
        : [
            ...report.examples,
            `after event ${place}, ${loss}, ${acknowledgments.acknowledged} acknowledged: ${finding}`,
          ],
  };
}
