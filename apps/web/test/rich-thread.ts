import { crc32, deflateSync } from "node:zlib";

const begin = Date.UTC(2026, 2, 4, 12);
const at = (seconds: number): string => new Date(begin + seconds * 1_000).toISOString();

function picture(width: number, height: number, color: readonly [number, number, number]): string {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]);
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const png = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", size),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return `data:image/png;base64,${Buffer.concat(png).toString("base64")}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const weather = `It is **21 °C** in Berlin, and the mean of the week is $\\bar{x} = \\frac{1}{n} \\sum_{i=1}^{n} x_i$.

| Town | Degrees |
| :--- | ---: |
| Berlin | 21 |
| Kyiv | 19 |

\`\`\`python
def mean(values: list[float]) -> float:
    # the arithmetic mean
    return sum(values) / len(values)
\`\`\`

\`\`\`mermaid
graph LR; question --> search --> answer
\`\`\`
`;
const messages = [
  { role: "system", content: "You answer questions about the weather.\nName the town." },
  { role: "user", content: "How warm is it in Berlin?" },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "The forecast has to be read." },
      { type: "tool_use", id: "t1", name: "forecast", input: { town: "Berlin", days: 7, units: { degrees: "C" } } },
    ],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: '{"degrees":[21,20,19]}' }] },
  { role: "user", content: "And the mean of the week? Use these pictures." },
];

/**
 * Steps of a thread: two model calls with reasoning, tools, images, code and a formula, and a tool with nested input.
 */
export const richThread: readonly Readonly<Record<string, unknown>>[] = [
  {
    id: "asked",
    threadId: "rich",
    type: "llm",
    name: "answer",
    startTime: at(0),
    endTime: at(2),
    generation: {
      provider: "anthropic",
      model: "claude-opus",
      messages: messages.slice(0, 2),
      messageCompletion: { role: "assistant", content: "It is 20 °C in Berlin today." },
    },
  },
  {
    id: "search",
    threadId: "rich",
    type: "tool",
    name: "search",
    startTime: at(2),
    endTime: at(3),
    input: {
      query: { text: "weather in Berlin", towns: ["Berlin", "Kyiv"], limit: 10, "with snow": false },
      pages: Array.from({ length: 120 }, (_, page) => ({ page, url: `https://example.com/${page}` })),
    },
    output: { found: 2 },
  },
  {
    id: "answered",
    threadId: "rich",
    type: "llm",
    name: "answer",
    startTime: at(4),
    endTime: at(6),
    attachments: [
      { id: "rich-1", name: "sunrise.png", mime: "image/png", url: picture(320, 200, [240, 169, 90]) },
      { id: "rich-2", name: "sea.png", mime: "image/png", url: picture(200, 320, [29, 95, 168]) },
      { id: "rich-3", name: "forest.png", mime: "image/png", url: picture(640, 160, [25, 112, 60]) },
      { id: "rich-4", name: "forecast.csv", mime: "text/csv", url: "https://example.com/forecast.csv" },
    ],
    generation: {
      provider: "anthropic",
      model: "claude-opus",
      inputTokenCount: 420,
      outputTokenCount: 1_530,
      metadata: { usage: { output_tokens_details: { reasoning_tokens: 1_243 } } },
      messages,
      messageCompletion: {
        role: "assistant",
        reasoning_content: "Seven values.\n\nTheir sum, divided by seven.",
        content: weather,
        tool_calls: [
          {
            id: "c1",
            type: "function",
            function: {
              name: "plot",
              arguments: JSON.stringify({ title: "Berlin", values: [21, 20, 19], notes: "First line\nSecond line" }),
            },
          },
        ],
      },
    },
  },
];
