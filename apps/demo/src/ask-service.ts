/** A service without sign-in, and the project of the demo. */
export interface Service {
  url: string;
  projectId: string;
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * Sends a GraphQL request as the owner. The API key of the demo has no permission for some requests, for example to
 * create a model connection.
 */
export async function askService<Data>(service: Service, query: string, variables: object = {}): Promise<Data> {
  const send = service.fetch ?? fetch;
  const response = await send(
    new Request(`${service.url}/api/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-threadline-project": service.projectId, origin: service.url },
      body: JSON.stringify({ query, variables }),
    }),
  );
  const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] };
  if (!data || errors) throw new Error(errors?.map(({ message }) => message).join("; ") ?? "The service gave no data");
  return data;
}
