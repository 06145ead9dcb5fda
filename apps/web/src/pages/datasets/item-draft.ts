import { readSplits } from "@threadline/schema/read-splits";
import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, parseJson } from "../../json/json-text.ts";

export interface ItemDraft {
  readonly input: string;
  readonly expectedOutput: string;
  readonly metadata: string;
  readonly splits: string;
}

export interface ItemContent {
  readonly input: JsonValue;
  readonly expectedOutput: JsonValue;
  readonly metadata: JsonValue;
  readonly splits: string[] | null;
}

export function draftOfItem(item: ItemContent | null): ItemDraft {
  return item === null
    ? { input: "{\n  \n}", expectedOutput: "", metadata: "", splits: "" }
    : {
        input: text(item.input),
        expectedOutput: text(item.expectedOutput),
        metadata: isJsonObject(item.metadata) && Object.keys(item.metadata).length === 0 ? "" : text(item.metadata),
        splits: (item.splits ?? []).join(", "),
      };
}

function text(value: JsonValue): string {
  return value === null ? "" : JSON.stringify(value, null, 2);
}

export function readItemDraft(
  draft: ItemDraft,
): { readonly content: ItemContent; readonly problem: null } | { readonly problem: "json" | "input" | "metadata" } {
  const [input, expectedOutput, metadata] = [draft.input, draft.expectedOutput, draft.metadata].map(parseJson);
  if (input?.error || expectedOutput?.error || metadata?.error) return { problem: "json" };
  if (input?.value === undefined || input.value === null) return { problem: "input" };
  if (metadata?.value !== undefined && !isJsonObject(metadata.value)) return { problem: "metadata" };
  return {
    content: {
      input: input.value,
      expectedOutput: expectedOutput?.value ?? null,
      metadata: metadata?.value ?? {},
      splits: readSplits(draft.splits),
    },
    problem: null,
  };
}
