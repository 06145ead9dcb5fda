import { toJsonObject, toObject, toText, type Wire } from "@threadline/core/internal";
import type { Surface } from "./surface.ts";

/**
 * Maps calls of `POST /realtime/client_secrets`, `/realtime/sessions` and `/realtime/transcription_sessions` to
 * records. Such a call returns a secret with which a browser opens a session. The secret is not recorded.
 */
export const realtimeSessions: Surface = {
  name: "realtime-session",
  stepType: "run",
  readRequest: (body) => ({ input: toJsonObject(body) ?? {}, generation: {} }),
  readResponse: (data) => {
    const answer = toObject(data);
    const { value: _secret, client_secret: _sessionSecret, ...session } = answer;
    return {
      output: toJsonObject({ ...session, session: withoutSecret(answer["session"]) }) ?? {},
      generation: { model: toText(answer["model"]) ?? toText(toObject(answer["session"])["model"]) },
    };
  },
};

function withoutSecret(session: unknown): Wire | undefined {
  if (session === undefined) return undefined;
  const { client_secret: _secret, ...rest } = toObject(session);
  return rest;
}
