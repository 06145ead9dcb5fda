import { expect, test } from "vitest";
import { inspectWorkflow } from "./inspect-workflows.ts";

const checkout = "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0";
const sound = `on: { push: { branches: [main] } }
permissions: { contents: read }
jobs:
  publish:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    environment: npm
    permissions: { id-token: write }
    steps:
      - run: npm publish x.tgz
  pack:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
      - uses: ${checkout}
        with:
          persist-credentials: false
`;

test("a safe workflow has no failures", () => {
  expect(inspectWorkflow("release", sound)).toEqual([]);
});

test.each([
  ["on: { push: { branches: [main] } }", "on: [push]\non: pull_request_target", "starts by pull_request_target"],
  ["permissions: { contents: read }", "", "sets no permissions"],
  ["permissions: { contents: read }", "permissions: write-all", "may write write-all in every job"],
  [
    checkout,
    "actions/checkout@v5",
    "uses actions/checkout@v5, which is not an action of GitHub that is pinned by commit",
  ],
  [checkout, checkout.replace("actions/", "somebody/"), "which is not an action of GitHub that is pinned by commit"],
  [checkout, checkout.replace(" # v5.0.0", ""), "without a comment that states its version"],
  ["npm publish x.tgz", "npm publish x.tgz --token $TOKEN # secrets.TOKEN", "uses a stored secret"],
  ["npm publish x.tgz", "npx pnpm publish", "runs code of the repository or its dependencies"],
  ["npm publish x.tgz", "echo ${{ github.head_ref }}", "uses an expression in a script"],
  ["    environment: npm\n", "", "without an environment that requires approval"],
  ["id-token: write", "packages: write", "may write packages"],
  ["persist-credentials: false", "fetch-depth: 1", "keeps its credentials"],
  ["    timeout-minutes: 5\n", "", "has no timeout"],
  ["ubuntu-24.04", "ubuntu-latest", "runs on a system image without a version"],
])("%j as %j is found", (from, to, message) => {
  const text = sound.replace(from, to).replace("on: [push]\n", "");
  expect(inspectWorkflow("release", text).join("\n")).toContain(message);
});

test("the same right in another job is found", () => {
  expect(inspectWorkflow("check", sound)).toEqual(["check: publish: may write id-token"]);
});
