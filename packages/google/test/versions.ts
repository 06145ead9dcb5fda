import * as newest from "@google/genai";
import * as genai1 from "genai-1";
import * as genai2 from "genai-2";

/** A supported version of the SDK, with the types of the newest one. */
export interface Version {
  name: string;
  GoogleGenAI: typeof newest.GoogleGenAI;
}

export const versions: Version[] = [
  { name: "1.0", GoogleGenAI: genai1.GoogleGenAI as unknown as Version["GoogleGenAI"] },
  { name: "2.0", GoogleGenAI: genai2.GoogleGenAI as unknown as Version["GoogleGenAI"] },
  { name: "3.1", GoogleGenAI: newest.GoogleGenAI },
];
