import { create, fromBinary, toBinary, toJson } from "@bufbuild/protobuf";
import { RetryInfoSchema, RpcStatusSchema } from "./generated/otlp_pb.ts";
import type { Encoding } from "./read-request.ts";

/** Encodes the response to a rejected request, a `google.rpc.Status`. */
export function encodeStatus(code: number, message: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const status = create(RpcStatusSchema, { code, message });
  return encoding === "protobuf"
    ? toBinary(RpcStatusSchema, status)
    : new TextEncoder().encode(JSON.stringify(toJson(RpcStatusSchema, status)));
}

export function encodeRetryStatus(code: number, message: string, seconds: number): Uint8Array<ArrayBuffer> {
  const value = toBinary(RetryInfoSchema, create(RetryInfoSchema, { retryDelay: { seconds: BigInt(seconds) } }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.RetryInfo", value }];
  return toBinary(RpcStatusSchema, create(RpcStatusSchema, { code, message, details }));
}

/** Decodes the message of an error response. The body is JSON if the response is not from an OTLP route. */
export function decodeStatusMessage(body: Uint8Array, encoding: Encoding): string {
  if (encoding === "protobuf") return fromBinary(RpcStatusSchema, body).message;
  const { errors } = JSON.parse(new TextDecoder().decode(body)) as ErrorBody;
  return errors?.[0]?.message ?? "";
}

interface ErrorBody {
  readonly errors?: readonly { readonly message?: string }[];
}
