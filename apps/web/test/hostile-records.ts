import type { Service } from "./browser/open-ui.ts";
import { hostilePayloads } from "./hostile-payloads.ts";

type Row = Readonly<Record<string, unknown>>;

/** Number of rows per request. The service limits the aliases in a document. */
const rowsPerRequest = 30;
/**
 * Number of payloads per step of the packed thread. The page shows this number of messages, files and calls without
 * expanding.
 */
const packSize = 40;
export const packCount = Math.ceil(hostilePayloads.length / packSize);

/** Returns the indexes of the payloads in one step of the packed thread ({@link storePackedThread}). */
export function packedIn(pack: number): number[] {
  return [...hostilePayloads.keys()].slice(pack * packSize, (pack + 1) * packSize);
}

/** Character that reverses the direction of the following text. Pages must show its label instead. */
const turning = "\u202E";

/** Returns a hostile text that contains its field and index, so that a test can find it on the page. */
export function hostile(field: string, index: number, most = 900): string {
  const { text = "", isAddress = false } = hostilePayloads[index] ?? {};
  const mark = `mark.${field}.${index}.${turning}`;
  return isAddress ? `${text}//${mark}` : `${mark} ${text}`.slice(0, most);
}

/** Like {@link hostile}, for short texts on one line. */
export function hostileLine(field: string, index: number): string {
  return hostile(field, index, 2_000)
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, 200)
    .trim();
}

export function rowsOf(row: (index: number) => Row): Row[] {
  return hostilePayloads.map((_, index) => row(index));
}

/** Sends a mutation for each row. `types` has the types of the arguments. */
export async function sendRows(
  graphql: Service["graphql"],
  mutation: string,
  types: Readonly<Record<string, string>>,
  rows: readonly Row[],
  selection = "id",
): Promise<{ readonly id: string }[]> {
  const sent: { readonly id: string }[] = [];
  for (let start = 0; start < rows.length; start += rowsPerRequest) {
    const part = rows.slice(start, start + rowsPerRequest);
    const declared = part.flatMap((_, n) => Object.entries(types).map(([name, type]) => `$${name}${n}: ${type}`));
    const fields = part.map((_, n) => {
      const given = Object.keys(types).map((name) => `${name}: $${name}${n}`);
      return `r${n}: ${mutation}(${given.join(", ")}) { ${selection} }`;
    });
    const variables = Object.fromEntries(
      part.flatMap((row, n) => Object.entries(row).map(([name, value]) => [`${name}${n}`, value] as const)),
    );
    // oxlint-disable-next-line no-await-in-loop -- lists are in creation order
    const data = await graphql(`mutation (${declared.join(", ")}) { ${fields.join(" ")} }`, variables);
    sent.push(...Object.values(data as Record<string, { id: string }>));
  }
  return sent;
}

/** Stores a thread for each payload. Its only step has the payload in every short field. */
export async function storeThreads({ graphql, ingest }: Service): Promise<void> {
  const types = { id: "String!", name: "String", participantId: "String", tags: "[String!]", metadata: "Json" };
  const threads = rowsOf((index) => ({
    id: `thread-${index}`,
    name: hostile("threadName", index),
    participantId: hostileLine("user", index),
    tags: [hostile("threadTag", index, 250)],
    metadata: { only: hostile("threadValue", index) },
  }));
  await sendRows(graphql, "upsertThread", types, threads);
  await ingest(
    rowsOf((index) => ({
      id: `step-${index}`,
      threadId: `thread-${index}`,
      type: index % 2 ? "run" : "llm",
      name: hostile("stepName", index),
      // Alerts only count complete minutes.
      startTime: new Date(Date.now() - 601_000).toISOString(),
      endTime: new Date(Date.now() - 600_000).toISOString(),
      input: { content: hostile("input", index) },
      output: { content: hostile("output", index) },
      error: hostile("error", index),
      environment: hostileLine("environment", index),
      metadata: { only: hostile("stepValue", index) },
      tags: [hostile("stepTag", index, 250)],
      scores: [
        {
          name: hostile("scoreName", index),
          type: "HUMAN",
          value: 1,
          label: hostile("scoreLabel", index),
          scorer: hostile("scorer", index),
          comment: hostile("comment", index),
          tags: [hostile("scoreTag", index, 250)],
        },
      ],
      generation: {
        provider: hostile("provider", index),
        model: hostile("model", index),
        inputTokenCount: 10,
        outputTokenCount: 1,
      },
    })),
  );
}

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Stores a thread with all payloads in messages, tools, files, settings and metadata, {@link packSize} per step. */
export async function storePackedThread({ graphql, ingest }: Service): Promise<void> {
  const metadata = Object.fromEntries(hostilePayloads.map((_, index) => [hostile("threadKey", index), index]));
  await graphql(
    'mutation ($metadata: Json) { upsertThread(id: "packed", name: "packed", metadata: $metadata) { id } }',
    {
      metadata,
    },
  );
  await ingest([
    {
      id: "pictures",
      threadId: "packed",
      type: "tool",
      name: "pictures",
      startTime: new Date(Date.UTC(2026, 0, 2)).toISOString(),
      input: Object.fromEntries(
        hostilePayloads.map((_, index) => [hostile("argument", index), hostile("argued", index)]),
      ),
      attachments: packedIn(0).map((index) => ({ name: hostile("picture", index), mime: "image/png", url: pixel })),
    },
  ]);
  await ingest(
    Array.from({ length: packCount }, (_, pack) => {
      const indexes = packedIn(pack);
      const texts = (field: string): string[] => indexes.map((index) => hostile(field, index));
      return {
        id: `pack-${pack}`,
        threadId: "packed",
        type: "llm",
        name: `pack ${pack}`,
        startTime: new Date(Date.UTC(2026, 0, 1) + pack * 1_000).toISOString(),
        endTime: new Date(Date.UTC(2026, 0, 1) + pack * 1_000 + 500).toISOString(),
        metadata: Object.fromEntries(texts("stepKey").map((key, index) => [key, index])),
        attachments: indexes.map((index) => ({
          name: hostile("fileName", index),
          mime: hostile("fileType", index),
          url: hostilePayloads[index]?.text,
        })),
        generation: {
          settings: Object.fromEntries(texts("setting").map((key, index) => [key, index])),
          messages: texts("message").map((content) => ({ role: "user", content })),
          messageCompletion: {
            role: "assistant",
            content: texts("completion").map((text) => ({ type: "text", text })),
            tool_calls: indexes.map((index) => ({
              id: `call-${index}`,
              type: "function",
              function: {
                name: hostile("toolName", index),
                arguments: JSON.stringify({ it: hostile("toolArgument", index) }),
              },
            })),
          },
        },
      };
    }),
  );
}
