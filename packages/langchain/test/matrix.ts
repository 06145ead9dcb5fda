import * as langchain03 from "@threadline/langchain-0.3-matrix";
import * as langchain1 from "@threadline/langchain-1-matrix";

/** Exports of LangChain that the tests use, in one version. */
export type LangChain = typeof langchain1;

/** The supported versions. Both have the same exports, but some of their types differ. */
export const versions: [name: string, langchain: LangChain][] = [
  ["0.3", langchain03 as unknown as LangChain],
  ["1.x", langchain1],
];
