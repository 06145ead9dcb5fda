import * as newest from "@anthropic-ai/sdk";
import * as sdk060 from "anthropic-0.60";
import * as sdk0137 from "anthropic-0.137";

/** A supported version of the SDK, with the types of the newest one. */
export interface Version {
  name: string;
  Anthropic: typeof newest.Anthropic;
}

export const versions: Version[] = [
  { name: "0.60", Anthropic: sdk060.Anthropic as unknown as Version["Anthropic"] },
  { name: "0.137", Anthropic: sdk0137.Anthropic as unknown as Version["Anthropic"] },
  { name: "1.10", Anthropic: newest.Anthropic },
];
