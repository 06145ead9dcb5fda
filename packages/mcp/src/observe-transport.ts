import { contextFromTrace, RecordingClient, traceHeaders } from "@threadline/core/recording";
import { CallSteps } from "./call-steps.ts";
import { readCall, readCanceled, readResponseId, readTrace, toMessage, withTrace } from "./messages.ts";

/** The members of a transport that are needed. The types of the protocol's SDK differ between versions. */
export interface McpTransport {
  start(): Promise<void>;
  // oxlint-disable-next-line typescript/no-explicit-any -- messages of every version
  send(message: any, options?: any): Promise<void>;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  onmessage?: ((message: any, extra?: any) => void) | undefined;
  onclose?: (() => void) | undefined;
}

export interface TransportOptions {
  /** Client that receives the records. Default: a `RecordingClient` configured from the environment. */
  client?: RecordingClient | undefined;
  /** Whether calls contain trace context in `_meta`, so that the other side can link its records. Default: true. */
  sendsTrace?: boolean | undefined;
}

const observed = new WeakSet<McpTransport>();

/**
 * Records the tool calls on a transport of a client or a server. Call `observeTransport` before the transport is
 * connected. Returns the transport itself.
 *
 * On the client, a call is recorded as a child step of the caller's current step. On the server, the call is recorded
 * as another step, in whose context the tool runs. If the call contains trace context, the server's step is a child of
 * the client's step.
 *
 * Results and errors of the calls do not change. Errors of the recording are reported to the recording client, and not
 * thrown.
 *
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function observeTransport<Transport extends McpTransport>(
  transport: Transport,
  { client = new RecordingClient(), sendsTrace = true }: TransportOptions = {},
): Transport {
  if (observed.has(transport)) return transport;
  observed.add(transport);
  const sent = new CallSteps(client);
  const received = new CallSteps(client);
  const safely = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      client.onError(error);
      return undefined;
    }
  };
  const start = transport.start.bind(transport);
  const send = transport.send.bind(transport);

  transport.send = (message: unknown, options?: unknown): Promise<void> => {
    const id = safely(() => readCall(toMessage(message)));
    const changed = safely(() => {
      const fields = toMessage(message);
      received.end(readResponseId(fields), fields);
      sent.cancel(readCanceled(fields));
      if (id === undefined) return message;
      const step = sent.begin(id, fields, "client");
      if (!sendsTrace) return message;
      const inside = { ...client.context, currentStep: step };
      return withTrace(
        fields,
        client.store.run(inside, () => traceHeaders(client)),
      );
    });
    const fail = (error: unknown): void => {
      safely(() => sent.fail(id, String(error)));
    };
    try {
      const sending: unknown = send(changed ?? message, options);
      // The application gets a rejection from the returned promise; `fail` only records the rejection.
      // `Promise.resolve` is needed, because some transports do not return a promise.
      if (id !== undefined) void Promise.resolve(sending).catch(fail);
      return sending as Promise<void>;
    } catch (error) {
      fail(error);
      throw error;
    }
  };

  transport.start = (): Promise<void> => {
    safely(() => listen(transport));
    return start();
  };
  return transport;

  function listen({ onmessage, onclose }: McpTransport): void {
    const receive = (message: unknown, extra?: unknown): void => {
      const step = safely(() => {
        const fields = toMessage(message);
        sent.end(readResponseId(fields), fields);
        received.cancel(readCanceled(fields));
        const id = readCall(fields);
        if (id === undefined) return undefined;
        const trace = readTrace(fields);
        const outer = trace["traceparent"] === undefined ? client.context : contextFromTrace(client, trace);
        const call = client.store.run(outer, () => received.begin(id, fields, "server"));
        return { ...outer, currentStep: call };
      });
      if (step === undefined) onmessage?.call(transport, message, extra);
      else client.store.run(step, () => onmessage?.call(transport, message, extra));
    };
    const close = (): void => {
      safely(() => {
        for (const calls of [sent, received]) calls.failAll("The connection was closed");
      });
      onclose?.call(transport);
    };
    // A transport is not an event target, so the property must be set.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    transport.onmessage = receive;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    transport.onclose = close;
  }
}
