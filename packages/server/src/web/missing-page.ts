/**
 * Returns the page that is shown if there is no UI: in a checkout before its build, or in an embedded service without
 * it.
 */
export function missingPage(basePath: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Threadline</title>
  </head>
  <body>
    <h1>Threadline is running, without its UI</h1>
    <p>The UI of this checkout is not built. Build it and start the service again:</p>
    <pre>npx -y pnpm@12 build</pre>
    <p>The <a href="${basePath}/api/graphql">GraphQL endpoint</a> works without it.</p>
  </body>
</html>
`;
}
