import { speech, transcriptions } from "./audio.ts";
import { chatCompletions } from "./chat-completions.ts";
import { completions } from "./completions.ts";
import { embeddings } from "./embeddings.ts";
import { images } from "./images.ts";
import { moderations } from "./moderations.ts";
import { realtimeSessions } from "./realtime-sessions.ts";
import { responses } from "./responses.ts";
import type { Surface } from "./surface.ts";

const SURFACES: ReadonlyMap<unknown, Surface> = new Map([
  ["/chat/completions", chatCompletions],
  ["/completions", completions],
  ["/responses", responses],
  ["/embeddings", embeddings],
  ["/images/generations", images],
  ["/images/edits", images],
  ["/images/variations", images],
  ["/audio/speech", speech],
  ["/audio/transcriptions", transcriptions],
  ["/audio/translations", transcriptions],
  ["/moderations", moderations],
  ["/realtime/client_secrets", realtimeSessions],
  ["/realtime/sessions", realtimeSessions],
  ["/realtime/transcription_sessions", realtimeSessions],
]);

export function findSurface({ method, path }: { method?: unknown; path?: unknown }): Surface | undefined {
  return method === "post" ? SURFACES.get(path) : undefined;
}

/** Returns the id of the response that a request fetches; undefined for other requests. */
export function readFetchedResponse({ method, path }: { method?: unknown; path?: unknown }): string | undefined {
  if (method !== "get" || typeof path !== "string") return undefined;
  const id = /^\/responses\/([^/]+)$/u.exec(path)?.[1];
  return id === undefined ? undefined : decodeURIComponent(id);
}
