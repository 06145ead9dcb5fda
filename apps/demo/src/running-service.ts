/** Whether Threadline responds at a URL, without a key. */
export async function isThreadline(url: string): Promise<boolean> {
  const session = await answerOf(`${url}/api/session`);
  return typeof session?.["signedIn"] === "boolean" && typeof session["noLogin"] === "boolean";
}

/** Returns the project of the key at the service with this URL; null for another service, or none. */
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
    // A service that does not answer in JSON is not Threadline.
    return null;
  }
}
