import { expect, test } from "vitest";
import { Threadline } from "../threadline.ts";
import { runWithContext } from "./run-with-context.ts";
import { EMPTY_CONTEXT } from "./stored-context.ts";
import { contextFromTrace, traceHeaders } from "./trace-context.ts";

const client = new Threadline({ apiKey: "tl_test", disabled: true });
const threadId = "01a1fc4b-7ff5-728a-abd5-1b98ce3aae9d";
const stepId = "0198b6b0-0000-7000-8000-00000000abcd";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

test("the headers have the ids of thread, outermost run and step", async () => {
  const headers = await client
    .thread({ id: threadId })
    .wrap(() =>
      client
        .run({ id: "run 1", name: "run" })
        .wrap(() => client.step({ id: stepId, name: "step", type: "tool" }).wrap(() => traceHeaders(client))),
    );
  expect(headers).toStrictEqual({
    traceparent: "00-01a1fc4b7ff5728aabd51b98ce3aae9d-800000000000abcd-01",
    tracestate: `threadline=${threadId}:run%201:${stepId}`,
  });
  expect(contextFromTrace(client, { traceparent: headers.traceparent, tracestate: headers.tracestate })).toMatchObject({
    currentThread: { id: threadId },
    currentStep: { id: stepId, threadId, rootRunId: "run 1" },
    rootRun: { id: "run 1" },
  });
});

test("the empty context has no headers, and no headers result in the empty context", () => {
  expect(traceHeaders(client)).toStrictEqual({});
  expect(contextFromTrace(client, {})).toBe(EMPTY_CONTEXT);
});

test.each([
  ["", "is empty"],
  ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "lacks its flags"],
  ["00-00000000000000000000000000000000-00f067aa0ba902b7-01", "has a trace id of zeros"],
  ["00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", "has a parent id of zeros"],
  ["ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "has the version that is forbidden"],
  ["00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", "has capital letters"],
])("a traceparent %j that %s is ignored, with its tracestate", (unusable) => {
  expect(contextFromTrace(client, { traceparent: unusable, tracestate: "threadline=t:r:s" })).toBe(EMPTY_CONTEXT);
});

test("a trace of another tracer becomes the thread id, and is passed on unchanged", () => {
  const context = contextFromTrace(
    client,
    new Headers({ traceparent, tracestate: "vendor=1, threadline=%E0:broken:" }),
  );
  expect(context).toMatchObject({
    currentThread: { id: "4bf92f35-77b3-4da6-a3ce-929d0e0e4736" },
    currentStep: null,
    rootRun: null,
  });
  const passedOn = runWithContext(client, context, () => traceHeaders(client));
  expect(passedOn.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[\da-f]{16}-01$/u);
  expect(passedOn.tracestate).toBe("threadline=4bf92f35-77b3-4da6-a3ce-929d0e0e4736::,vendor=1");
});

test("the headers of Node, which may be lists, are read ignoring case", () => {
  const headers = { Traceparent: traceparent, TraceState: ["vendor=1", "threadline=t::s"] };
  expect(contextFromTrace(client, headers)).toMatchObject({
    currentThread: { id: "t" },
    currentStep: { id: "s", threadId: "t" },
    trace: { tracestate: "vendor=1" },
  });
});

test("any id maps to a stable trace id, and too long ones are omitted from tracestate", async () => {
  const named = (id: string) =>
    client.thread({ id }).wrap(() => client.step({ name: "s", type: "tool" }).wrap(() => traceHeaders(client)));
  const [one, again, other] = [await named("Jokes"), await named("Jokes"), await named("More")];
  const traceId = ({ traceparent: text = "" }) => text.split("-")[1];
  expect(traceId(one)).toMatch(/^[\da-f]{32}$/u);
  expect(traceId(again)).toBe(traceId(one));
  expect(traceId(other)).not.toBe(traceId(one));
  expect(await named("x".repeat(300))).toStrictEqual({ traceparent: expect.any(String) });
});
