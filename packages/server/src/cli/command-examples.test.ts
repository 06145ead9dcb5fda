import { PassThrough } from "node:stream";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "./create-program.ts";

function open() {
  const [input, output, notices] = [new PassThrough(), new PassThrough(), new PassThrough()];
  return { program: createProgram({ env: {}, input, output, notices }, "1.0.0"), output, notices };
}

function pathsOf(command: Command, path: readonly string[] = []): (readonly string[])[] {
  return command.commands.flatMap((below) => {
    const names = [...path, below.name()];
    return [names, ...pathsOf(below, names)];
  });
}

const paths = pathsOf(open().program);

test("every command has an example below", () => {
  expect(paths.length).toBeGreaterThan(15);
});

test.each(paths.map((path) => [path.join(" "), path] as const))("the help of %s has an example", async (name, path) => {
  const { program, output } = open();
  await expect(program.parseAsync(["node", "threadline", ...path, "--help"])).rejects.toThrow("(outputHelp)");
  const [, examples = ""] = String(output.read()).split(/\nExamples?:\n/);
  expect(examples).toContain(`threadline ${name}`);
});

test("an error of a command refers to its help", async () => {
  const { program, notices } = open();
  await expect(program.parseAsync(["node", "threadline", "export", "records.jsonl"])).rejects.toThrow("too many");
  expect(String(notices.read())).toContain("(see threadline export --help)");
});
