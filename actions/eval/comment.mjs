/**
 * Creates or updates the comment with a report on the pull request of the event. Reads GITHUB_TOKEN, GITHUB_REPOSITORY,
 * GITHUB_API_URL and GITHUB_EVENT_PATH, as GitHub sets them.
 */
import { readFile } from "node:fs/promises";

const [path] = process.argv.slice(2);
const { GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_API_URL = "https://api.github.com", GITHUB_EVENT_PATH } = process.env;
/** First line of every report. */
const mark = "<!-- threadline eval -->";
/** Maximum length of a comment. */
const maxLength = 65_000;

const report = await readFile(path, "utf8").catch(() => null);
if (report === null) {
  console.log("There is no report, so nothing was commented: threadline eval failed before it ran.");
  process.exit();
}
const event = JSON.parse(await readFile(GITHUB_EVENT_PATH, "utf8"));
const number = event.pull_request?.number;
if (number === undefined)
  throw new Error("The event has no pull request to comment on. Run this action on pull_request events.");

async function request(method, url, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${url}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${GITHUB_TOKEN}`,
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: GitHub responded ${response.status}: ${await response.text()}`);
  return response.json();
}

async function findComment() {
  for (let page = 1; ; page += 1) {
    const comments = await request("GET", `/issues/${number}/comments?per_page=100&page=${page}`);
    const found = comments.find((comment) => comment.body?.startsWith(mark));
    if (found !== undefined || comments.length < 100) return found;
  }
}

const body = report.length > maxLength ? `${report.slice(0, maxLength)}\n\n(cut)` : report;
const comment = await findComment();
if (comment === undefined) await request("POST", `/issues/${number}/comments`, { body });
else await request("PATCH", `/issues/comments/${comment.id}`, { body });
console.log(comment === undefined ? "Commented." : "Updated the comment.");
