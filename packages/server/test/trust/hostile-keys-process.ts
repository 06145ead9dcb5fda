/** Writes and reads records with the names of prototype properties wherever a client chooses a key. */
import { changedPrototypes, poison } from "../../../../tooling/hostile-keys.ts";
import { pino } from "pino";
import { createServer } from "../../src/index.ts";

const problems: string[] = [];
const logged: string[] = [];
const server = createServer({ apiKey: "key", logger: pino({}, { write: (line) => void logged.push(line) }) });

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

async function post(body: unknown): Promise<Answer> {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "key" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

/** Sends an operation. Client errors are accepted, internal errors are problems. */
async function ask(query: string, variables: object = {}): Promise<Answer> {
  const answer = await post({ query, variables });
  const internal = answer.errors?.find(({ extensions }) => extensions?.code === "INTERNAL");
  if (internal) problems.push(`${query.slice(0, 80)}: ${internal.message}`);
  return answer;
}

const value = poison({ question: "When?", list: [{ deep: { deeper: 1 } }] });
const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

for (const name of names) {
  const generation = { type: "CHAT", provider: name, model: name, settings: value, metadata: value, tags: [name] };
  const messages = [{ role: "user", content: `{{${name}}}{{#${name}}}x{{/${name}}}` }];
  const step = {
    id: `step-${name}`,
    threadId: `thread-${name}`,
    name,
    type: "llm",
    input: value,
    output: value,
    metadata: value,
    tags: names,
    environment: name,
    error: name,
    generation: { ...generation, messages, variables: value, tools: [value], inputTokenCount: 1, outputTokenCount: 1 },
    scores: [{ name, type: "HUMAN", value: 1 }],
  };
  await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }", { steps: [step] });
  await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }", {
    steps: [poison({ ...step, id: `poisoned-${name}` })],
  });
  await ask("mutation ($m: Json, $id: String!) { upsertThread(id: $id, metadata: $m) { id metadata } }", {
    m: value,
    id: `thread-${name}`,
  });
  // Variables and aliases can also have the names of prototype properties.
  await ask(`mutation ($${name}: String!) { ${name}: upsertThread(id: $${name}) { ${name}: id } }`, { [name]: name });
  await ask(
    `mutation ($${name}: Json) { upsertThread(id: "inline", metadata: { ${name}: { a: $${name} } }) { metadata } }`,
    Object.fromEntries([[name, value]]),
  );
  await ask(`query ${name} { ...${name} } fragment ${name} on Query { threads(first: 1) { totalCount } }`);
  await ask("query ($f: [stepsInputType!]) { steps(filters: $f) { totalCount edges { node { metadata } } } }", {
    f: [{ field: "metadata", path: name, operator: "eq", value: "yes" }],
  });
  await ask("query ($f: [stepsInputType!]) { steps(filters: $f) { totalCount } }", {
    f: [{ field: "metadata", path: `${name}.polluted`, operator: "eq", value: "yes" }],
  });
  for (const list of ["steps", "threads", "generations", "scores", "participants"]) {
    const field = list === "participants" ? "participantsInputType" : `${list}InputType`;
    await ask(`query ($f: [${field}!]) { ${list}(filters: $f) { totalCount } }`, {
      f: [{ field: name, operator: "eq", value: name }],
    });
  }
  await ask("mutation ($c: Json) { createParticipant(identifier: $i, metadata: $c) { id } }", { c: value });
  await ask("mutation ($i: String!, $c: Json) { createParticipant(identifier: $i, metadata: $c) { id } }", {
    i: name,
    c: value,
  });
  await ask("mutation ($n: String!, $c: Json) { createDataset(name: $n, metadata: $c, type: key_value) { id } }", {
    n: name,
    c: value,
  });
  await ask("mutation ($n: String!) { createPromptLineage(name: $n) { id } }", { n: name });
  await ask("query ($n: String!) { promptLineage(name: $n) { id } }", { n: name });
  const stored = (
    await ask("query ($id: String!) { step(id: $id) { input output metadata generation { settings } } }", {
      id: `step-${name}`,
    })
  ).data?.["step"] as Record<string, unknown> | undefined;
  for (const field of ["input", "output", "metadata"]) {
    if (JSON.stringify(stored?.[field]) !== JSON.stringify(value)) {
      problems.push(`${field} of step-${name} came back as ${JSON.stringify(stored?.[field])}`);
    }
  }
}
for (const encoding of names) {
  const { status, statusText } = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": encoding, "x-api-key": "key" },
    body: JSON.stringify({ query: "{ threads { totalCount } }" }),
  });
  if (status !== 400) problems.push(`content-encoding ${encoding}: ${status} ${statusText}`);
}
// Sends the same keys outside of variables: in the request object, in a batch, and in a URL.
await post(poison({ query: "{ threads { totalCount } }", variables: {}, extensions: {} }));
await post([poison({ query: "{ threads { totalCount } }" })]);
for (const path of names)
  await server.fetch(`http://localhost/${path}?${path}=${path}`, { headers: { "x-api-key": "key" } });
const failures = logged.filter((line) => /proto|TypeError/u.test(line) && line.includes("rror"));
await server.close();
console.log(JSON.stringify({ errors: [...problems, ...failures.slice(0, 5)], changes: changedPrototypes() }));
process.exit();
