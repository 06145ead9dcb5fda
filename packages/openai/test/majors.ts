import type OpenAI from "openai";
import * as openai7 from "openai";
import * as openai4 from "openai-4";
import * as openai5 from "openai-5";
import * as openai6 from "openai-6";

/** A supported major version, with the types of the newest one. */
export interface Major {
  major: number;
  module: { OpenAI: typeof OpenAI; AzureOpenAI: typeof openai7.AzureOpenAI };
}

export const majors: Major[] = [
  { major: 4, module: openai4 as unknown as Major["module"] },
  { major: 5, module: openai5 as unknown as Major["module"] },
  { major: 6, module: openai6 as unknown as Major["module"] },
  { major: 7, module: openai7 },
];
