/** Process that measures the overhead of the handler of @threadline/langchain, and sends the result over IPC. */
import { HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { RecordingClient } from "@threadline/core/recording";
import { ThreadlineCallbackHandler } from "@threadline/langchain";
import { median } from "./statistics.ts";

/** Costs of one handler in one scenario, in milliseconds. They are medians over the rounds. */
export interface HandlerCosts {
  /** Wall time from the call to its result. */
  readonly callMs: number;
  /** CPU time of the application's thread from the call to its result. */
  readonly callCpuMs: number;
  /** CPU time of all threads until everything is sent. */
  readonly cpuMs: number;
}

/** Costs of each scenario with a handler that does nothing, and with the Threadline handler. */
export type LangGraphCosts = {
  readonly [Scenario in "graph" | "prompt" | "history"]: { noop: HandlerCosts; threadline: HandlerCosts };
};

const NODES = 40;
const MESSAGES = 500;
const MESSAGE_LENGTH = 2_000;

/** Handler that does nothing. Its costs are those of LangGraph itself. */
const noop = {
  name: "no-op",
  awaitHandlers: true,
  handleChainStart: () => undefined,
  handleChainEnd: () => undefined,
  handleChatModelStart: () => undefined,
  handleLLMEnd: () => undefined,
};

function words(length: number, seed: number): string {
  let text = "";
  for (let word = 0; text.length < length; word += 1) text += `term${(seed * 31 + word * 17) % 4_999} `;
  return text.slice(0, length);
}

interface GraphBuilder {
  addNode(name: string, work: () => object): GraphBuilder;
  addEdge(from: string, to: string): GraphBuilder;
  compile(): Runnable;
}

interface Runnable {
  invoke(input: unknown, config: object): Promise<unknown>;
}

/** Creates a graph of {@link NODES} nodes, which is the length of a long agent run. Each node adds one message. */
function createGraph(): Runnable {
  const graph = new StateGraph(MessagesAnnotation) as unknown as GraphBuilder;
  for (let node = 0; node < NODES; node += 1) {
    graph.addNode(`node_${node}`, () => ({ messages: [new HumanMessage(`answer of ${node}`)] }));
    graph.addEdge(node === 0 ? START : `node_${node - 1}`, `node_${node}`);
  }
  return graph.addEdge(`node_${NODES - 1}`, END).compile();
}

const { url, rounds } = JSON.parse(process.argv[2] ?? "{}") as { url: string; rounds: number }; // passed by `measureLangGraph`
const client = new RecordingClient({ apiKey: "bench", url, onError: (error) => console.error(error) });
const graph = createGraph();
const model: Runnable = new FakeListChatModel({ responses: ["At nine."] });

let seed = 0;
/** Functions that create the input of each scenario. The texts are new each time, so that no cache contains them. */
const scenarios = {
  graph: () => {
    const messages = Array.from({ length: MESSAGES }, () => new HumanMessage(words(MESSAGE_LENGTH, (seed += 1))));
    return (callbacks: object[]) => graph.invoke({ messages }, { callbacks: callbacks, recursionLimit: 100 });
  },
  prompt: () => {
    const text = words(6_000_000, (seed += 1));
    return (callbacks: object[]) => model.invoke(text, { callbacks });
  },
  history: () => {
    const messages = Array.from({ length: 3_000 }, () => new HumanMessage(words(MESSAGE_LENGTH, (seed += 1))));
    return (callbacks: object[]) => model.invoke(messages, { callbacks });
  },
} as const;

async function measure(
  prepare: () => (callbacks: object[]) => Promise<unknown>,
  handler: object,
): Promise<HandlerCosts> {
  const call = prepare();
  globalThis.gc?.();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const threadBefore = process.threadCpuUsage();
  await call([handler]);
  const thread = process.threadCpuUsage(threadBefore);
  const callMs = performance.now() - startedAt;
  await client.flush({ timeoutMs: 60_000 });
  const { user, system } = process.cpuUsage(before);
  return { callMs, callCpuMs: (thread.user + thread.system) / 1_000, cpuMs: (user + system) / 1_000 };
}

function medianOf(costs: HandlerCosts[]): HandlerCosts {
  const of = (field: keyof HandlerCosts): number => median(costs.map((cost) => cost[field]));
  return { callMs: of("callMs"), callCpuMs: of("callCpuMs"), cpuMs: of("cpuMs") };
}

const result: Record<string, object> = {};
for (const [name, prepare] of Object.entries(scenarios)) {
  const costs = { noop: [] as HandlerCosts[], threadline: [] as HandlerCosts[] };
  for (let round = -3; round < rounds; round += 1) {
    const unrecorded = await measure(prepare, noop);
    const recorded = await measure(prepare, new ThreadlineCallbackHandler(client));
    if (round < 0) continue;
    costs.noop.push(unrecorded);
    costs.threadline.push(recorded);
  }
  result[name] = { noop: medianOf(costs.noop), threadline: medianOf(costs.threadline) };
}
if (client.stats().dropped > 0) throw new Error(`dropped ${client.stats().dropped}`);
process.send?.(result);
