#!/usr/bin/env node
import packageJson from "../package.json" with { type: "json" };
import { checkNode } from "./doctor/check-node.ts";

// Node 22 warns at every start that `node:sqlite` is experimental, which the service accepts.
process.removeAllListeners("warning").on("warning", ({ name, message }) => {
  if (name !== "ExperimentalWarning") process.stderr.write(`${name}: ${message}\n`);
});

// The process that reads the output, such as `head`, may close the pipe early. The resulting error is ignored, so that
// commands end normally and the service continues.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const problem = checkNode(process.versions.node);
if (problem === null) {
  // Imported after the version check, because older versions of Node lack features that this module imports.
  const { run } = await import("./cli/run.ts");
  process.exitCode = await run(
    process.argv.slice(2),
    { env: process.env, input: process.stdin, output: process.stdout, notices: process.stderr },
    packageJson.version,
  );
} else {
  process.stderr.write(`threadline: ${problem}\n`);
  process.exitCode = 1;
}
