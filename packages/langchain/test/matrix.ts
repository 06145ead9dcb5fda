import * as langchain03 from "@threadline/langchain-0.3-matrix";
import * as langchain1 from "@threadline/langchain-1-matrix";

/** LangChain exports used by the tests, in one major version. */
export type LangChain = typeof langchain1;

/** Supported major versions. The older one has the same names, and slightly different types. */
export const versions: [name: string, langchain: LangChain][] = [
  ["0.3", langchain03 as unknown as LangChain],
  ["1.x", langchain1],
];
