/** Returns the page of the GraphQL explorer. All of its files come from this service. */
export function explorerHtml(basePath: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Threadline · GraphQL explorer</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${basePath}/api/graphql/assets/graphiql.css" />
    <link rel="stylesheet" href="${basePath}/api/graphql/assets/explorer.css" />
  </head>
  <body>
    <form id="key-form">
      <strong>Threadline</strong>
      <span id="project-field" hidden>
        <label for="project">Project</label>
        <select id="project"></select>
      </span>
      <label for="key">API key</label>
      <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="tl_…" />
      <button>Use key</button>
      <span id="state" role="status">Sign in, or enter the API key of a project, to explore its records.</span>
    </form>
    <main id="explorer"></main>
    <script src="${basePath}/api/graphql/assets/react.js"></script>
    <script src="${basePath}/api/graphql/assets/react-dom.js"></script>
    <script src="${basePath}/api/graphql/assets/graphiql.js"></script>
    <script src="${basePath}/api/graphql/assets/explorer.js"></script>
  </body>
</html>
`;
}

export const explorerCss: string = `
:root { color-scheme: light dark; }
body { margin: 0; height: 100dvh; display: flex; flex-direction: column; font: 14px system-ui, sans-serif; }
form { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; padding: 8px 14px; border-bottom: 1px solid #8884; }
input { flex: 0 1 30ch; min-width: 0; padding: 5px 8px; border: 1px solid #8888; border-radius: 4px; font: inherit; }
button, select { padding: 5px 12px; font: inherit; }
label { margin-left: 10px; }
#state { opacity: 0.75; }
#explorer { flex: 1; min-height: 0; }
@media (max-width: 640px) {
  .graphiql-container #graphiql-session { flex-direction: column; }
}
`;

/**
 * Script of the page. A signed-in user selects a project; others enter a key, which is kept until the tab is closed.
 */
export const explorerScript: string = `"use strict";
const form = document.getElementById("key-form");
const input = document.getElementById("key");
const projectField = document.getElementById("project-field");
const projectList = document.getElementById("project");
const state = document.getElementById("state");
const root = ReactDOM.createRoot(document.getElementById("explorer"));
const storedName = "threadline-api-key";
const firstQuery = \`# The threads of the project, newest first.
query Threads {
  threads(first: 10) {
    totalCount
    edges {
      node {
        id
        name
        createdAt
        participant {
          identifier
        }
      }
    }
  }
}
\`;

async function ask(body, credentials) {
  const headers = { "content-type": "application/json", ...credentials };
  const response = await fetch(location.pathname, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, result: await response.json() };
}

function show(credentials) {
  const fetcher = async (body) => (await ask(body, credentials)).result;
  const key = JSON.stringify(credentials);
  root.render(React.createElement(GraphiQL, { key, fetcher, defaultQuery: firstQuery }));
}

async function openWithKey(key) {
  const credentials = { "x-api-key": key };
  const { status } = await ask({ query: "{ __typename }" }, credentials);
  if (status === 401) {
    sessionStorage.removeItem(storedName);
    state.textContent = "This key is not valid.";
    return;
  }
  sessionStorage.setItem(storedName, key);
  state.textContent = "Requests go to this service with this key.";
  show(credentials);
}

async function openSignedIn() {
  const { status, result } = await ask({ query: "{ projects { id name } }" }, {});
  const projects = result.data?.projects ?? [];
  if (status !== 200 || projects.length === 0) return false;
  projectField.hidden = false;
  for (const { id, name } of projects) projectList.append(new Option(name, id));
  const wanted = new URLSearchParams(location.search).get("project");
  if (projects.some(({ id }) => id === wanted)) projectList.value = wanted;
  const open = () => show({ "x-threadline-project": projectList.value });
  projectList.addEventListener("change", open);
  state.textContent = "Requests go to this service as you.";
  open();
  return true;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (input.value.trim() !== "") void openWithKey(input.value.trim());
});

async function start() {
  if (await openSignedIn()) return;
  const stored = sessionStorage.getItem(storedName);
  if (!stored) return;
  input.value = stored;
  await openWithKey(stored);
}
void start();
`;
