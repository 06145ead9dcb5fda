import type { Step, Thread } from "@threadline/core";
import type { DemoRecords } from "./read-records.ts";

/** What was recorded, as a tree in plain text. */
export function formatRecords({ threads, prompt, dataset, experiment, experimentScores }: DemoRecords): string {
  const values = experimentScores.map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  const variables = prompt.variables?.map(({ name }) => name).join(", ");
  return [
    "Threads",
    ...threads.map(formatThread),
    "Prompt",
    `  ${prompt.name} v${prompt.version} (${prompt.templateMessages.length} messages; variables ${variables})`,
    "Dataset",
    `  ${dataset.name} (${dataset.items.length} items)`,
    ...dataset.items.slice(-experimentScores.length).map(({ input }) => `    ${JSON.stringify(input)}`),
    "Experiment",
    `  ${experiment.name} (${experimentScores.length} items; same-answer ${mean.toFixed(2)} on average)`,
  ].join("\n");
}

/** One thread with its steps: type, name, duration, tokens and when the first of them came, then scores and attachments. */
function formatThread(thread: Thread): string {
  const steps = (thread.steps ?? []).toSorted((a, b) => beginOf(a) - beginOf(b) || endOf(a) - endOf(b));
  const facts = [
    thread.participant?.identifier,
    thread.duration != null && `${thread.duration.toFixed(2)} s`,
    thread.tokenCount != null && `${thread.tokenCount} tokens`,
  ];
  return [`  ${thread.name} (${facts.filter(Boolean).join(", ")})`, ...align(rowsBelow(steps, null, 2))].join("\n");
}

/** The steps below a parent, each followed by its own; a step whose parent is not there stands at the top. */
function rowsBelow(steps: Step[], parentId: string | null, depth: number): string[][] {
  const ids = new Set(steps.map(({ id }) => id));
  return steps
    .filter((step) => (ids.has(step.parentId ?? "") ? step.parentId : null) === parentId)
    .flatMap((step) => [formatStep(step, depth), ...rowsBelow(steps, step.id, depth + 1)]);
}

function formatStep(step: Step, depth: number): string[] {
  const duration = endOf(step) - beginOf(step);
  const notes = [
    ...(step.scores ?? []).map(({ name, value }) => `${name} ${value}`),
    ...(step.attachments ?? []).map(({ name }) => `attached ${name}`),
  ];
  return [
    `${"  ".repeat(depth)}${step.type}`,
    step.name,
    step.isMessage() ? "" : `${duration} ms`,
    step.generation?.tokenCount == null ? "" : `${step.generation.tokenCount} tokens`,
    step.generation?.ttFirstToken == null ? "" : `first after ${Math.round(step.generation.ttFirstToken)} ms`,
    notes.join(", "),
  ];
}

/** Epoch milliseconds. */
function beginOf({ startTime, createdAt }: Step): number {
  return Date.parse(startTime ?? createdAt ?? "");
}

/** Epoch milliseconds; of a step that did not end, its begin. */
function endOf(step: Step): number {
  return step.endTime ? Date.parse(step.endTime) : beginOf(step);
}

const rightAligned = new Set([2, 3, 4]);

function align(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (text: string, column: number) =>
    rightAligned.has(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join("  ").trimEnd());
}
