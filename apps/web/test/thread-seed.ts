const begin = Date.UTC(2026, 2, 4, 12);

function at(seconds: number): string {
  return new Date(begin + seconds * 1000).toISOString();
}

/** Steps of two threads. The first is a conversation with a nested run, tools, an error and tokens. */
export const supportThread: readonly Readonly<Record<string, unknown>>[] = [
  {
    id: "question",
    threadId: "support",
    type: "user_message",
    name: "Ada",
    startTime: at(0),
    endTime: at(0),
    output: { content: "Where is my **order** A-1042?" },
  },
  {
    id: "agent",
    threadId: "support",
    type: "run",
    name: "support-agent",
    startTime: at(0.1),
    endTime: at(4),
    input: { question: "Where is my order?" },
    output: { answer: "It arrives on Thursday." },
  },
  {
    id: "plan",
    threadId: "support",
    parentId: "agent",
    rootRunId: "agent",
    type: "llm",
    name: "plan",
    startTime: at(0.2),
    endTime: at(1.4),
    generation: {
      provider: "openai",
      model: "gpt-4o-mini",
      inputTokenCount: 120,
      outputTokenCount: 30,
      ttFirstToken: 300,
      duration: 1.2,
      tokenThroughputInSeconds: 25,
      settings: { temperature: 0.2 },
      messages: [
        { role: "system", content: "You are the support desk." },
        { role: "user", content: "Where is my order A-1042?" },
      ],
      messageCompletion: {
        role: "assistant",
        content: "",
        reasoning_content: "The order has to be looked up.",
        tool_calls: [{ id: "c1", type: "function", function: { name: "look_up", arguments: '{"order":"A-1042"}' } }],
      },
    },
  },
  {
    id: "tool",
    threadId: "support",
    parentId: "agent",
    rootRunId: "agent",
    type: "tool",
    name: "look_up",
    startTime: at(1.5),
    endTime: at(2),
    input: { order: "A-1042" },
    output: { status: "with the carrier" },
    metadata: { region: "eu-west" },
  },
  {
    id: "failed",
    threadId: "support",
    parentId: "agent",
    rootRunId: "agent",
    type: "tool",
    name: "notify",
    startTime: at(2),
    endTime: at(2.2),
    input: { to: "warehouse" },
    error: "The warehouse did not answer.",
  },
  {
    id: "answer",
    threadId: "support",
    type: "assistant_message",
    name: "Assistant",
    startTime: at(4),
    endTime: at(4),
    output: { content: "It arrives on *Thursday*." },
  },
];
