/** Records each message of a chat with Gemini as a generation. All messages are in one thread. */
import { GoogleGenAI } from "@google/genai";
import { Threadline } from "@threadline/core";
import { observe } from "@threadline/google";

const client = new Threadline();
// Simulates the provider. Omit `fetch` to call the real provider.
const candidates = [{ content: { role: "model", parts: [{ text: "At nine." }] }, finishReason: "STOP" }];
const usageMetadata = { promptTokenCount: 112, cachedContentTokenCount: 100, candidatesTokenCount: 3 };
const fetch = async () => Response.json({ candidates, usageMetadata, modelVersion: "stand-in" });

// From here on, every call of this client is recorded.
const google = observe(new GoogleGenAI({ apiKey: "key", httpOptions: { fetch } }), { client });

const chat = google.chats.create({ model: "stand-in" });
await chat.sendMessage({ message: "When do you open?" });
await chat.sendMessage({ message: "And on Sunday?" });
await client.flush();

const filters = [{ field: "name", operator: "eq", value: "When do you open?" }] as const;
const [thread] = (await client.api.getThreads({ filters: [...filters], first: 1 })).data;
for (const { type, generation } of thread?.steps ?? [])
  console.log(`${type} ${generation?.model}: ${generation?.tokenCount} tokens`);
