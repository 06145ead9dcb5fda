export interface NextStepsOptions {
  url: string;
  apiKey: string;
  projectId: string;
  /** Id of the thread to open first; null to open the list of threads. */
  threadId: string | null;
  /** Note for the user if something is different from the last start, such as the port. */
  note?: string | undefined;
}

export function nextSteps({ url, apiKey, projectId, threadId, note }: NextStepsOptions): string {
  const project = `${url}/projects/${projectId}`;
  const body = JSON.stringify({ query: "{ threads(first: 3) { edges { node { id name } } } }" });
  return `
See it    ${project}/logs/threads${threadId === null ? "" : `/${threadId}`}${note === undefined ? "" : `\nNote      ${note}`}
And       ${project}/dashboard
          ${project}/experiments
URL       ${url}
Key       ${apiKey}
For apps  export THREADLINE_URL=${url} THREADLINE_API_KEY=${apiKey}
Explorer  ${url}/api/graphql
Try       curl ${url}/api/graphql -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'`;
}
