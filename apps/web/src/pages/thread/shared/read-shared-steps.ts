import { request } from "../../../api/request.ts";
import { sharedStep } from "../../../generated/shared-thread.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { shareHeaders } from "./share-headers.ts";

/** Reads the steps of a shared thread one by one, because share links cannot read lists. */
export async function readSharedSteps(token: string, ids: readonly string[]): Promise<Payload[]> {
  const answers = await Promise.all(
    ids.map((id) =>
      request({ projectId: null, headers: shareHeaders(token), operation: sharedStep, variables: { id } }),
    ),
  );
  return answers.flatMap(({ step }) => step ?? []);
}
