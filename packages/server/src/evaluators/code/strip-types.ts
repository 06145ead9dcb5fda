import { EvaluationError } from "@threadline/evaluation";
import { stripTypeScriptTypes } from "node:module";

/**
 * Error of a compiler crash, for example on code that is nested too deeply. The compiler does not work in this thread
 * any more.
 */
export class CompilerCrash extends Error {}

/** Converts TypeScript to JavaScript. Every character keeps its position, so that lines and columns stay correct. */
export function stripTypes(source: string): string {
  try {
    return stripTypeScriptTypes(source, { mode: "strip" });
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.endsWith("_TYPESCRIPT_SYNTAX")) throw new CompilerCrash("The compiler crashed", { cause: error });
    throw new EvaluationError("definitionInvalid", `The code has a syntax error: ${message}`);
  }
}
