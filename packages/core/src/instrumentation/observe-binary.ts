import type { CallObserver, ObservedCall } from "./observed-call.ts";
import { hide } from "./patch.ts";

/**
 * Whether the client returned the HTTP response instead of parsed data. The caller then reads the bytes of the
 * response.
 */
export function isResponse(data: unknown): data is Response {
  return typeof data === "object" && data !== null && "arrayBuffer" in data && "headers" in data;
}

/**
 * Reports the bytes if the caller reads them with `arrayBuffer`, `blob` or `bytes`. If the caller reads the stream
 * `body`, nothing is reported, because that would require a second copy of the bytes.
 */
export function observeBinary(response: Response, call: ObservedCall, observer: CallObserver): void {
  const mime = response.headers.get("content-type") ?? "application/octet-stream";
  for (const name of ["arrayBuffer", "blob", "bytes", "buffer"] as const) {
    const read: unknown = Reflect.get(response, name);
    if (typeof read !== "function") continue;
    hide(response, name, (...values: unknown[]) =>
      (read.apply(response, values) as Promise<BlobPart>).then((bytes) => {
        observer.safely(() => call.attach(new Blob([bytes], { type: mime })));
        return bytes;
      }),
    );
  }
}
