/** What answers at an address: Threadline on the same records, Threadline on others, or anything else. */
export type RunningService = "same-records" | "other-records" | "not-threadline";

/** Asks what runs at an address, without any key: whether it has the project is told by a service without accounts alone. */
export async function runningService(url: string, projectId: string): Promise<RunningService> {
  const session = await answerOf(`${url}/api/session`);
  if (typeof session?.["signedIn"] !== "boolean" || typeof session["noLogin"] !== "boolean") return "not-threadline";
  const answer = await answerOf(`${url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ query: "{ projects { id } }" }),
  });
  const { projects } = (answer?.["data"] ?? {}) as { projects?: { id: string }[] };
  return projects?.some(({ id }) => id === projectId) ? "same-records" : "other-records";
}

async function answerOf(url: string, init?: RequestInit): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
    return (await response.json()) as Record<string, unknown> | null;
  } catch {
    // Whoever does not answer, or not in JSON, is not Threadline.
    return null;
  }
}
