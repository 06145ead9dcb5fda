import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { renderMarkdown } from "../src/cli/eval/render-markdown.ts";

const script = join(import.meta.dirname, "../../../actions/eval/comment.mjs");
const execute = promisify(execFile);

/** Starts a stand-in for the API of GitHub, with comments of other users. */
async function startGitHub() {
  const comments = Array.from({ length: 100 }, (_, id) => ({ id, body: "Nice." }));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      requests.push(`${method} ${url} ${request.headers.authorization}`);
      const { body = "" } = text === "" ? {} : (JSON.parse(text) as { body?: string });
      const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
      if (method === "POST") comments.push({ id: comments.length, body });
      const changed = comments[Number(/comments\/(\d+)/.exec(url)?.[1])];
      if (method === "PATCH" && changed) changed.body = body;
      response.end(JSON.stringify(comments.slice((page - 1) * 100, page * 100)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, comments, requests };
}

test("the action creates one comment on the pull request, and updates it", async () => {
  const github = await startGitHub();
  const folder = await mkdtemp(join(tmpdir(), "threadline-action-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const event = join(folder, "event.json");
  await writeFile(event, JSON.stringify({ pull_request: { number: 7 } }));
  const report = join(folder, "report.md");
  const comment = async (text: string | null) => {
    if (text !== null) await writeFile(report, text);
    const env = {
      PATH: process.env["PATH"],
      GITHUB_TOKEN: "token",
      GITHUB_REPOSITORY: "ada/answers",
      GITHUB_API_URL: github.url,
      GITHUB_EVENT_PATH: event,
    };
    return (await execute(process.execPath, [script, report], { env })).stdout;
  };

  // Null simulates that `threadline eval` failed before it wrote a report.
  expect(await comment(null)).toContain("nothing was commented");
  expect(github.requests).toEqual([]);

  const gate = {
    gate: "correctness >= 1",
    evaluation: null,
    passed: false,
    value: null,
    confidence: null,
    reason: "No score.",
    warnings: [],
  };
  const first = renderMarkdown([], [gate]);
  expect(await comment(first)).toBe("Commented.\n");
  const second = renderMarkdown([], [{ ...gate, passed: true, reason: null }]);
  expect(await comment(second)).toBe("Updated the comment.\n");
  expect(github.comments.slice(100)).toEqual([{ id: 100, body: second }]);
  expect(github.requests).toContain("POST /repos/ada/answers/issues/7/comments Bearer token");
  expect(github.requests).toContain("PATCH /repos/ada/answers/issues/comments/100 Bearer token");
});
