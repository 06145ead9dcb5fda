import type { LogResource } from "../log-resource.ts";

export interface Snippet {
  readonly name: "sdk" | "openai" | "langchain" | "python" | "otel" | "curl";
  readonly title: string;
  readonly code: string;
}

interface Place {
  /** URL of the service, without a trailing slash. */
  readonly url: string;
  /** API key to insert into the code. Null: the code reads it from the environment. */
  readonly apiKey: string | null;
}

export function snippetsOf(resource: LogResource, place: Place): readonly Snippet[] {
  if (resource === "scores") return scoreSnippets(place);
  return [
    {
      name: "sdk",
      title: "TypeScript",
      code: sdk(place, sdkBody[resource === "generations" ? "generations" : "runs"]),
    },
    {
      name: "openai",
      title: "OpenAI",
      code: `${install("@threadline/core @threadline/openai openai")}import { Threadline } from "@threadline/core";
import { observe } from "@threadline/openai";
import OpenAI from "openai";

const client = new Threadline(${sdkOptions(place)});
const openai = observe(new OpenAI(), { client });

await client.thread({ name: "First thread" }).wrap(() =>
  client.run({ name: "First run" }).wrap(() =>
    openai.chat.completions.create({
      model: "gpt-4o-mini",
      messages: [{ role: "user", content: "Hello!" }],
    }),
  ),
);
await client.flush();`,
    },
    {
      name: "langchain",
      title: "LangChain",
      code: `${install("@threadline/core @threadline/langchain @langchain/core @langchain/openai")}import { ChatPromptTemplate } from "@langchain/core/prompts";
import { ChatOpenAI } from "@langchain/openai";
import { Threadline } from "@threadline/core";
import { ThreadlineCallbackHandler } from "@threadline/langchain";

const client = new Threadline(${sdkOptions(place)});
const callbacks = [new ThreadlineCallbackHandler(client)];
const chain = ChatPromptTemplate.fromTemplate("{question}").pipe(new ChatOpenAI({ model: "gpt-4o-mini" }));

await client.thread({ name: "First thread" }).wrap(() =>
  chain.invoke({ question: "Hello!" }, { callbacks, runName: "First run" }),
);
await client.flush();`,
    },
    {
      name: "python",
      title: "Python",
      code: resource === "generations" ? pythonGeneration(place) : pythonRun(place),
    },
    { name: "otel", title: "OpenTelemetry", code: otel(place) },
    {
      name: "curl",
      title: "curl",
      code: curl(
        place,
        `mutation { ingestSteps(steps: [{ id: \\"first\\", threadId: \\"first-thread\\", type: ${
          resource === "generations" ? "llm" : "run"
        }, name: \\"First run\\", input: \\"Hello!\\"${
          resource === "generations" ? ', generation: { model: \\"gpt-4o-mini\\" }' : ""
        } }]) { ok message } }`,
      ),
    },
  ];
}

const sdkBody = {
  runs: `await client.thread({ name: "First thread" }).wrap(async () => {
  const run = client.run({ name: "First run", input: { question: "Hello?" } });
  await run.wrap(() => ({ answer: "Hi!" }));
});
await client.flush();`,
  generations: `await client.api.createGeneration({
  type: "CHAT",
  model: "gpt-4o-mini",
  messages: [{ role: "user", content: "Hello?" }],
  messageCompletion: { role: "assistant", content: "Hi!" },
});`,
};

function sdk(place: Place, body: string): string {
  return `${install("@threadline/core")}import { Threadline } from "@threadline/core";

const client = new Threadline(${sdkOptions(place)});
${body}`;
}

/** First lines of a program, with the command that installs its packages and runs it. */
function install(packages: string): string {
  return `// npm install ${packages}
// Save as first.mjs, and run: node first.mjs
`;
}

/** Settings with which an application that is instrumented with OpenTelemetry sends its spans. */
function otel({ url, apiKey }: Place): string {
  return `export OTEL_EXPORTER_OTLP_ENDPOINT=${url}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="x-api-key=${apiKey ?? "$THREADLINE_API_KEY"}"
# Then start your application, for example:
node --require @opentelemetry/auto-instrumentations-node/register app.js
# With Python: opentelemetry-instrument python app.py`;
}

/** Options of the TypeScript client. */
export function sdkOptions({ url, apiKey }: Place): string {
  return apiKey === null ? `{ url: "${url}" }` : `{ url: "${url}", apiKey: "${apiKey}" }`;
}

/** Arguments of the Python client. */
export function pythonOptions({ url, apiKey }: Place): string {
  return apiKey === null ? `url="${url}"` : `url="${url}", api_key="${apiKey}"`;
}

function pythonRun(place: Place): string {
  return `# pip install literalai
from literalai import LiteralClient

client = LiteralClient(${pythonOptions(place)})

with client.thread(name="First thread"):
    with client.run(name="First run"):
        client.message("Hello!", type="user_message", name="me")
client.flush_and_stop()`;
}

function pythonGeneration(place: Place): string {
  return `# pip install literalai
from literalai import ChatGeneration, LiteralClient

client = LiteralClient(${pythonOptions(place)})
client.api.create_generation(
    ChatGeneration(
        model="gpt-4o-mini",
        messages=[{"role": "user", "content": "Hello?"}],
        message_completion={"role": "assistant", "content": "Hi!"},
    )
)`;
}

function curl({ url, apiKey }: Place, query: string): string {
  return `curl ${url}/api/graphql \\
  -H "x-api-key: ${apiKey ?? "$THREADLINE_API_KEY"}" \\
  -H "content-type: application/json" \\
  -d '{ "query": "${query}" }'`;
}

function scoreSnippets(place: Place): readonly Snippet[] {
  return [
    {
      name: "sdk",
      title: "TypeScript",
      code: sdk(place, `await client.api.createScore({ stepId: "first", name: "helpful", type: "HUMAN", value: 1 });`),
    },
    {
      name: "python",
      title: "Python",
      code: `# pip install literalai
from literalai import LiteralClient

client = LiteralClient(${pythonOptions(place)})
client.api.create_score(step_id="first", name="helpful", type="HUMAN", value=1)`,
    },
    {
      name: "curl",
      title: "curl",
      code: curl(
        place,
        `mutation { createScore(stepId: \\"first\\", name: \\"helpful\\", type: HUMAN, value: 1) { id } }`,
      ),
    },
  ];
}
