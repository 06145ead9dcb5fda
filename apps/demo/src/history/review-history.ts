import type { IGenerationMessage } from "@threadline/core";
import type { HistoryContext, HistoryThread } from "./history-thread.ts";
import { costlyReview, reviewScripts } from "./scripts/review-scripts.ts";
import { reviewedFiles } from "./scripts/reviewed-files.ts";
import { Trace } from "./trace.ts";

const system =
  "You review pull requests. Read the change and the code around it before you comment. Report only what you can show, with file and line.";

export interface ReviewOptions {
  /** Whether the input also includes generated files, such as lock files. This makes the review much more expensive. */
  isCostly?: boolean;
  toolCount: number;
}

/**
 * Creates a review of a pull request: a loop of `toolCount` rounds, each with a model call and a tool call, and then a
 * summary.
 */
export function reviewHistory(
  { random, person, startsAt, key, edition }: HistoryContext,
  { isCostly = false, toolCount }: ReviewOptions,
): HistoryThread {
  const script = isCostly ? costlyReview : random.pick(reviewScripts);
  const number = random.whole(212, 968);
  const release = isCostly ? "1.13.0" : "1.12.0";
  const environment = random.chance(0.2) && !isCostly ? "staging" : "prod";
  const agent = "code-reviewer";
  const trace = new Trace({ edition, key, random, startsAt, environment, agent, release });
  const request = `Please review ${script.repository}#${number}, “${script.title}”.\n\n\`\`\`diff\n${script.diff}\n\`\`\``;
  trace.message("user_message", person.name, request);
  trace.wait(80);
  const run = trace.begin({ type: "run", name: agent, input: { repository: script.repository, number } });
  const messages: IGenerationMessage[] = [
    { role: "system", content: system },
    { role: "user", content: request },
  ];
  let otherTokens = isCostly ? 26_000 : 900;
  for (let index = 0; index < toolCount; index++) {
    const path = script.files[index % script.files.length] ?? "";
    const isTest = /test/u.test(path);
    const name = random.pick(["read_file", isTest ? "run_tests" : "read_file", "search_code"] as const);
    const input =
      name === "search_code"
        ? { pattern: path.split("/").at(-1)?.split(".")[0] ?? "" }
        : name === "run_tests"
          ? { filter: path }
          : { path, from: 1 + index * 12, lines: 60 };
    const callId = `call_${index}`;
    const completion: IGenerationMessage = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: callId, type: "function", function: { name, arguments: JSON.stringify(input) } }],
    };
    // Only records the last messages, because they suffice to follow the loop. The token counts include all messages.
    trace.call({
      model: "gpt-4.1",
      messages: [...messages.slice(0, 2), ...messages.slice(2).slice(-4)],
      completion,
      parent: run,
      otherTokens,
    });
    const hasFailed = name === "run_tests" && random.chance(0.18);
    const output = outputs[name](path, random.whole(2, 41));
    const error = `Error: 2 of 38 tests failed in ${path}`;
    trace.work({
      type: "tool",
      name,
      input,
      parent: run,
      durationMs: (name === "run_tests" ? 5_400 : 90) * random.spread(0.4),
      ...(hasFailed ? { error } : { output }),
    });
    messages.push(completion, {
      role: "tool",
      tool_call_id: callId,
      content: hasFailed ? error : JSON.stringify(output),
    });
    otherTokens += isCostly ? 900 : 110;
  }
  const findings = script.findings.slice(0, random.chance(0.75) ? undefined : 1);
  const lines = findings.map(({ path, line, severity, text }) => `- **${severity}** \`${path}:${line}\` ${text}`);
  const answer = `${script.summary}\n\n${lines.join("\n")}`;
  trace.call({
    model: "gpt-4.1",
    messages: messages.slice(0, 2),
    completion: { role: "assistant", content: answer },
    parent: run,
    otherTokens,
  });
  trace.end(run, { output: { summary: script.summary, findings: findings.map((finding) => ({ ...finding })) } });
  trace.message("assistant_message", "Code reviewer", answer);
  const citesLines = random.chance(0.96);
  trace.score(run, {
    name: "cites-lines",
    type: "CODE",
    value: citesLines ? 1 : 0,
    label: citesLines ? "yes" : "no",
    scorer: "check-citations",
    afterMs: 400,
  });
  if (random.chance(isCostly ? 0.7 : 0.4)) {
    const isUseful = !isCostly && random.chance(0.82);
    const comment = isCostly
      ? "It read the whole lock file. Exclude generated files."
      : random.pick(isUseful ? usefulComments : uselessComments);
    trace.score(run, {
      name: "useful-review",
      type: "HUMAN",
      value: isUseful ? random.whole(4, 5) : random.whole(1, 3),
      comment,
      afterMs: 600_000 * random.next(),
    });
  }
  return {
    id: trace.threadId,
    name: `${script.title} (#${number})`,
    tags: ["code-review", ...script.tags, trace.releaseTag],
    metadata: { agent, release, repository: script.repository, pullRequest: number },
    person,
    environment,
    steps: trace.steps,
    photos: [],
  };
}

const outputs = {
  read_file: (path: string, lines: number) => ({
    path,
    lines: lines * 7,
    text: reviewedFiles[path] ?? "",
  }),
  search_code: (path: string, matches: number) => ({ matches, first: `${path}:${matches * 3}` }),
  run_tests: (_path: string, passed: number) => ({ passed, failed: 0 }),
};
const usefulComments = [
  "Caught the double charge, thank you",
  "Found the missing index before production did",
  "Precise, with lines",
];
const uselessComments = [
  "Repeats what the linter says",
  "Misses that the path comes from the URL",
  "Comments on generated code",
];
