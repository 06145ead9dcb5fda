import type {
  AttachmentPayloadInput,
  MutationCreateAttachmentArgs,
  MutationUpdateAttachmentArgs,
} from "@threadline/schema/server";
import type { AttachmentWrite } from "../store/files.ts";
import { badInput } from "./errors.ts";
import { deriveId, readId } from "./ids.ts";
import { readJson } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readName, readText } from "./text.ts";
import type { Given } from "./text.ts";

export type AttachmentFields = Pick<AttachmentWrite, "name" | "mime" | "metadata" | "objectKey" | "url">;

export function readAttachment(
  args: MutationCreateAttachmentArgs,
  { id, createdAt }: { id: string; createdAt: number },
): AttachmentWrite {
  return { id, createdAt, stepId: readId("stepId", args.stepId), ...readAttachmentFields("", args) };
}

/**
 * Reads the attachments of a step. An attachment without an id gets one that is derived from its content, so that
 * sending the step again does not add it twice. Equal attachments of a step are distinguished by their order.
 */
export function readStepAttachments(
  stepId: string,
  inputs: Given<readonly AttachmentPayloadInput[]>,
  createdAt: number,
): AttachmentWrite[] | undefined {
  if (inputs == null) return undefined;
  const limit = recordLimits.attachmentsPerStep;
  if (inputs.length > limit) throw badInput("attachments", `at most ${limit} are allowed`, limit);
  const occurrences = new Map<string, number>();
  return inputs.map((input, index) => {
    const field = `attachments[${index}].`;
    const parts = [input.name ?? null, input.objectKey ?? input.url ?? null];
    const kind = JSON.stringify(parts);
    const occurrence = occurrences.get(kind) ?? 0;
    occurrences.set(kind, occurrence + 1);
    const fields = readAttachmentFields(field, input);
    const id = input.id ? readId(`${field}id`, input.id) : deriveId(["attachment", stepId, ...parts, occurrence]);
    return { id, createdAt, stepId, ...fields };
  });
}

/** Reads the fields of an attachment. `prefix` is its path in the request, with a trailing dot. */
export function readAttachmentFields(
  prefix: string,
  input: AttachmentPayloadInput | MutationUpdateAttachmentArgs | MutationCreateAttachmentArgs,
): AttachmentFields {
  return {
    name: readName(`${prefix}name`, input.name),
    mime: readName(`${prefix}mime`, input.mime),
    metadata: readJson(`${prefix}metadata`, input.metadata, recordLimits.metadataBytes),
    objectKey: readName(`${prefix}objectKey`, input.objectKey),
    url: readText(`${prefix}url`, input.url, recordLimits.urlLength),
  };
}
