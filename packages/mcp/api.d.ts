import { RecordingClient } from "@threadline/core/recording";

// src/observe-transport.d.ts
/** The members of a transport that are needed. The types of the protocol's SDK differ between versions. */
interface McpTransport {
  start(): Promise<void>;
  send(message: any, options?: any): Promise<void>;
  onmessage?: ((message: any, extra?: any) => void) | undefined;
  onclose?: (() => void) | undefined;
}
interface TransportOptions {
  /** Client that receives the records. Default: a `RecordingClient` configured from the environment. */
  client?: RecordingClient | undefined;
  /** Whether calls contain trace context in `_meta`, so that the other side can link its records. Default: true. */
  sendsTrace?: boolean | undefined;
}
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
declare function observeTransport<Transport extends McpTransport>(transport: Transport, {
  client,
  sendsTrace
}?: TransportOptions): Transport;
export { type McpTransport, type TransportOptions, observeTransport };