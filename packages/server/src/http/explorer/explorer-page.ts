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
  <body class="explorer">
    <form id="key-form">
      <a id="home">
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="#0f766e" />
          <g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round">
            <path d="M8 9h16" /><path d="M16 9v4c0 5-6 4-6 9v2" /><path d="M16 13c0 5 6 4 6 9v2" opacity=".65" />
          </g>
        </svg>
        Threadline
      </a>
      <h1 data-text="title">GraphQL explorer</h1>
      <a id="back">
        <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
          <path d="m12 19-7-7 7-7M19 12H5" />
        </svg>
        <span data-text="back">Back to the project</span>
      </a>
      <span id="project-field" hidden>
        <label for="project" data-text="project">Project</label>
        <select id="project"></select>
      </span>
      <span id="state" role="status">Sign in, or enter the API key of a project, to explore its records.</span>
      <span id="key-field">
        <label for="key" data-text="key">API key</label>
        <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="tl_…" />
        <button data-text="use">Use key</button>
      </span>
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
const home = document.getElementById("home");
const back = document.getElementById("back");
const base = location.pathname.replace(/api\\/graphql$/, "");
home.href = base;
back.href = base;
const storedName = "threadline-api-key";
const texts = {
  en: {
    title: "GraphQL explorer",
    back: "Back to the project",
    project: "Project",
    key: "API key",
    use: "Use key",
    signIn: "Sign in, or enter the API key of a project, to explore its records.",
    invalidKey: "This key is not valid.",
    withKey: "Requests go to this service with this key.",
    asYou: "Requests go to this service as you.",
  },
  de: {
    title: "GraphQL-Explorer",
    back: "Zurück zum Projekt",
    project: "Projekt",
    key: "API-Schlüssel",
    use: "Schlüssel verwenden",
    signIn: "Melde dich an oder gib den API-Schlüssel eines Projekts ein, um seine Einträge zu lesen.",
    invalidKey: "Dieser Schlüssel ist ungültig.",
    withKey: "Anfragen gehen mit diesem Schlüssel an diesen Dienst.",
    asYou: "Anfragen gehen in deinem Namen an diesen Dienst.",
  },
};
// Language and theme are those of the UI.
const wishes = [localStorage.getItem("threadline.language"), ...navigator.languages];
const language = wishes.map((wish) => wish?.slice(0, 2)).find((code) => code in texts) ?? "en";
const t = texts[language];
const theme = ["light", "dark"].find((name) => name === localStorage.getItem("threadline.theme"));
document.documentElement.lang = language;
if (theme) document.documentElement.dataset.theme = theme;
for (const element of document.querySelectorAll("[data-text]")) element.textContent = t[element.dataset.text];
state.textContent = t.signIn;
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

const moreQueries = [
  \`# The newest steps with an error.
query FailedSteps {
  steps(first: 10, filters: [{ field: "error", operator: nis, value: null }]) {
    edges {
      node {
        id
        name
        type
        error
        threadId
      }
    }
  }
}
\`,
  \`# The newest scores.
query Scores {
  scores(first: 10) {
    edges {
      node {
        id
        name
        value
        label
        comment
        threadId
        stepId
      }
    }
  }
}
\`,
  \`# Scores a thread. Enter the id of the thread in Variables: { "threadId": "…" }
mutation AddScore($threadId: String!) {
  createScore(name: "helpful", type: HUMAN, value: 1, threadId: $threadId) {
    id
  }
}
\`,
];

async function ask(body, credentials) {
  const headers = { "content-type": "application/json", ...credentials };
  const response = await fetch(location.pathname, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, result: await response.json() };
}

function show(credentials) {
  const fetcher = async (body) => (await ask(body, credentials)).result;
  const key = JSON.stringify(credentials);
  const defaultTabs = [firstQuery, ...moreQueries].map((query) => ({ query }));
  const props = { key, fetcher, defaultQuery: firstQuery, defaultTabs, forcedTheme: theme };
  root.render(React.createElement(GraphiQL, props));
}

async function openWithKey(key) {
  const credentials = { "x-api-key": key };
  const { status } = await ask({ query: "{ __typename }" }, credentials);
  if (status === 401) {
    sessionStorage.removeItem(storedName);
    state.textContent = t.invalidKey;
    return;
  }
  sessionStorage.setItem(storedName, key);
  state.textContent = t.withKey;
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
  const open = () => {
    home.href = base + "projects/" + projectList.value;
    back.href = home.href;
    show({ "x-threadline-project": projectList.value });
  };
  // One project is shown as text, because there is nothing to select.
  if (projects.length === 1) projectList.replaceWith(projects[0].name);
  projectList.addEventListener("change", open);
  state.textContent = t.asYou;
  open();
  return true;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (input.value.trim() !== "") void openWithKey(input.value.trim());
});

// The fonts are those of the UI. The names of their files are in its style sheet.
async function loadFonts() {
  const origin = new URL(base, location.href);
  const html = await (await fetch(origin, { headers: { accept: "text/html" } })).text();
  for (const link of new DOMParser().parseFromString(html, "text/html").querySelectorAll("link[rel=stylesheet]")) {
    const sheet = new URL(link.getAttribute("href"), origin);
    if (sheet.origin !== location.origin) continue;
    const css = await (await fetch(sheet)).text();
    const fonts = document.createElement("style");
    fonts.textContent = (css.match(/@font-face\\s*{[^}]*}/g) ?? [])
      .join("\\n")
      .replace(/url\\(["']?(?!data:)([^"')]+)["']?\\)/g, (_, path) => 'url("' + new URL(path, sheet).href + '")');
    document.head.append(fonts);
  }
}

async function start() {
  void loadFonts().catch(() => undefined);
  if (await openSignedIn()) return;
  const stored = sessionStorage.getItem(storedName);
  if (!stored) return;
  input.value = stored;
  await openWithKey(stored);
}
void start();
`;
