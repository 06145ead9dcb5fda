/** Whether a Threadline service responds at the URL. Needs no key. */
export async function isThreadline(url: string): Promise<boolean> {
  const session = await answerOf(`${url}/api/session`);
  return typeof session?.["signedIn"] === "boolean" && typeof session["noLogin"] === "boolean";
}

/**
 * Asks the service at the URL for the project of the key, and returns the project's id. Returns null if no Threadline
 * service responds, or if it does not know the key.
 */
export async function servedProject(url: string, apiKey: string): Promise<string | null> {
  if (!(await isThreadline(url))) return null;
  const answer = await answerOf(`${url}/api/my-project`, { method: "POST", headers: { "x-api-key": apiKey } });
  const projectId = answer?.["projectId"];
  return typeof projectId === "string" ? projectId : null;
}

async function answerOf(url: string, init?: RequestInit): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) });
    return (await response.json()) as Record<string, unknown> | null;
  } catch {
    // Without a response in JSON, there is no Threadline service at the URL.
    return null;
  }
}
