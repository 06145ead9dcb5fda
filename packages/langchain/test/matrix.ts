import * as langchain03 from "@threadline/langchain-0.3-matrix";
import * as langchain1 from "@threadline/langchain-1-matrix";

/** LangChain's exports that the tests use, in one major version. */
export type LangChain = typeof langchain1;

/** Supported major versions. The names in the older version are the same; its types differ slightly. */
export const versions: [name: string, langchain: LangChain][] = [
  ["0.3", langchain03 as unknown as LangChain],
  ["1.x", langchain1],
];
