import type {
  Response,
  ResponseFunctionToolCall,
  ResponseOutputMessage,
  ResponseStreamEvent,
} from "openai/resources/responses/responses";
import { words } from "./recorded-answer.ts";

/** A response as the API sends it. It has no `output_text`, which the client computes from the outputs. */
export type SentResponse = Omit<Response, "output_text">;

type Unnumbered<Event> = Event extends { response: Response }
  ? Omit<Event, "response" | "sequence_number"> & { response: SentResponse }
  : Event extends unknown
    ? Omit<Event, "sequence_number">
    : never;

/**
 * Converts a response to server-sent events: first an empty response, then the items with their deltas, and finally the
 * complete response.
 */
export function* responseEvents(response: SentResponse): Generator<string> {
  let number = 0;
  for (const event of events(response))
    yield `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: number++ })}\n\n`;
}

function* events(response: SentResponse): Generator<Unnumbered<ResponseStreamEvent>> {
  const { usage: _usage, ...begun } = response;
  const started: SentResponse = { ...begun, status: "in_progress", output: [] };
  yield { type: "response.created", response: started };
  yield { type: "response.in_progress", response: started };
  for (const [index, item] of response.output.entries()) {
    if (item.type === "message") yield* messageEvents(item, index);
    if (item.type === "function_call") yield* callEvents(item, index);
    yield { type: "response.output_item.done", output_index: index, item };
  }
  yield { type: "response.completed", response };
}

function* messageEvents(item: ResponseOutputMessage, index: number): Generator<Unnumbered<ResponseStreamEvent>> {
  yield {
    type: "response.output_item.added",
    output_index: index,
    item: { ...item, status: "in_progress", content: [] },
  };
  for (const [position, part] of item.content.entries()) {
    if (part.type !== "output_text") continue;
    const place = { item_id: item.id, output_index: index, content_index: position };
    yield { type: "response.content_part.added", ...place, part: { ...part, text: "" } };
    for (const delta of words(part.text)) yield { type: "response.output_text.delta", ...place, delta, logprobs: [] };
    yield { type: "response.output_text.done", ...place, text: part.text, logprobs: [] };
    yield { type: "response.content_part.done", ...place, part };
  }
}

function* callEvents(item: ResponseFunctionToolCall, index: number): Generator<Unnumbered<ResponseStreamEvent>> {
  const place = { item_id: item.id ?? "", output_index: index };
  yield {
    type: "response.output_item.added",
    output_index: index,
    item: { ...item, status: "in_progress", arguments: "" },
  };
  for (const delta of words(item.arguments)) yield { type: "response.function_call_arguments.delta", ...place, delta };
  yield { type: "response.function_call_arguments.done", ...place, arguments: item.arguments };
}
