/** Records every run of LangChain and LangGraph as a tree of steps, with a callback handler. */
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Threadline } from "@threadline/core";
import { ThreadlineCallbackHandler } from "@threadline/langchain";

const client = new Threadline();

// Simulates a model. Use `ChatOpenAI` or another model instead.
const model = new FakeListChatModel({ responses: ["At nine."] });
const hours = RunnableLambda.from(({ question }: { question: string }) => ({ question, notice: "We open at nine." }));
const prompt = ChatPromptTemplate.fromMessages([
  ["system", "Answer from this notice: {notice}"],
  ["user", "{question}"],
]);

const thread = client.thread({ name: "Opening hours" });
const answer = await thread.wrap(() =>
  hours
    .pipe(prompt)
    .pipe(model)
    .invoke(
      { question: "When do you open?" },
      { callbacks: [new ThreadlineCallbackHandler(client)], runName: "opening-hours", tags: ["docs"] },
    ),
);
await client.flush();

const stored = await client.api.getThread(thread.id);
const [run, call] = ["run", "llm"].map((type) => stored?.steps?.find((step) => step.type === type));
const roles =
  call?.generation && "messages" in call.generation ? call.generation.messages?.map(({ role }) => role) : [];
console.log(`${answer.content} ${run?.name} (${run?.tags}): ${roles?.join(", ")} -> ${call?.type}`);
