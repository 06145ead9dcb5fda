import { RecordingClient } from "@threadline/core/recording";

// src/observe-transport.d.ts
/** A transport of the protocol's SDK, as far as it is used. Its types differ between versions. */
interface McpTransport {
  start(): Promise<void>;
  send(message: any, options?: any): Promise<void>;
  onmessage?: ((message: any, extra?: any) => void) | undefined;
  onclose?: (() => void) | undefined;
}
interface TransportOptions {
  /** Client that receives the records. Default: a `RecordingClient` configured from the environment. */
  client?: RecordingClient | undefined;
  /** Whether calls carry trace context in `_meta`, by which the other side joins its records. Default: true. */
  sendsTrace?: boolean | undefined;
}
/**
* Records the tool calls that go through the transport, and returns the transport itself. For clients and servers: a sent call is a
* step of the caller. A received call is a step below it, and the tool runs in its context. Results and errors do not change, and
* errors of the recording never reach the host. Observe a transport before it is connected.
*
* @throws {ConfigError} when no `client` is given and the environment holds no key.
*/
declare function observeTransport<Transport extends McpTransport>(transport: Transport, {
  client,
  sendsTrace
}?: TransportOptions): Transport;
export { type McpTransport, type TransportOptions, observeTransport };