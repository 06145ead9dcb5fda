import type { PersistedGeneration, Step, Thread } from "@threadline/core";
import type { DemoRecords } from "./read-records.ts";

/** Renders the recorded steps as a tree in plain text. */
export function formatRecords({ threads, prompt, dataset, experiments }: DemoRecords): string {
  const variables = prompt.variables?.map(({ name }) => name).join(", ");
  return [
    "Threads",
    ...threads.map(formatThread),
    "Prompt",
    `  ${prompt.name} v${prompt.version} (${prompt.templateMessages.length} messages; variables ${variables})`,
    "Dataset",
    `  ${dataset.name} (${dataset.items.length} items)`,
    ...dataset.items.slice(-(experiments[0]?.scores.length ?? 0)).map(({ input }) => `    ${JSON.stringify(input)}`),
    "Experiments",
    ...experiments.map(formatExperiment),
  ].join("\n");
}

function formatExperiment({ experiment, scores }: DemoRecords["experiments"][number]): string {
  const mean = scores.reduce((sum, { value }) => sum + value, 0) / Math.max(scores.length, 1);
  return `  ${experiment.name} (${scores.length} items; same-answer ${mean.toFixed(2)} on average)`;
}

/**
 * Formats a thread with its steps. The line of a step has its type, name, duration, tokens, time to first token,
 * errors, scores and attachments.
 */
function formatThread(thread: Thread): string {
  const steps = (thread.steps ?? []).toSorted((a, b) => beginOf(a) - beginOf(b) || endOf(a) - endOf(b));
  const cost = steps.reduce((sum, step) => sum + costOf(step), 0);
  const facts = [
    thread.participant?.identifier,
    thread.duration != null && `${thread.duration.toFixed(2)} s`,
    thread.tokenCount != null && `${thread.tokenCount} tokens`,
    cost > 0 && `$${cost.toFixed(4)}`,
    thread.tags?.join(", "),
  ];
  return [`  ${thread.name} (${facts.filter(Boolean).join(", ")})`, ...align(rowsBelow(steps, null, 2))].join("\n");
}

/** Returns the descendants of a step in tree order. Steps whose parent is missing are at the top level. */
function rowsBelow(steps: Step[], parentId: string | null, depth: number): string[][] {
  const ids = new Set(steps.map(({ id }) => id));
  return steps
    .filter((step) => (ids.has(step.parentId ?? "") ? step.parentId : null) === parentId)
    .flatMap((step) => [formatStep(step, depth), ...rowsBelow(steps, step.id, depth + 1)]);
}

function formatStep(step: Step, depth: number): string[] {
  const duration = endOf(step) - beginOf(step);
  const notes = [
    ...(typeof step.error === "string" ? step.error.split("\n", 1) : []),
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

/** Returns the cost of a step in US dollars. */
function costOf({ generation }: Step): number {
  const stored = generation as PersistedGeneration | null | undefined; // the service sets these fields
  return stored?.cost ?? 0;
}

/** Returns the start of a step in epoch milliseconds. */
function beginOf({ startTime, createdAt }: Step): number {
  return Date.parse(startTime ?? createdAt ?? "");
}

/** Returns the end of a step in epoch milliseconds. If the step has not ended, returns its start. */
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
