import { ThreadlineError } from "../errors.ts";

/** A record was dropped before it was stored. */
export class DeliveryError extends ThreadlineError {
  override readonly name: string = "DeliveryError";
}
