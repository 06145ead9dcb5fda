import { ThreadlineError } from "../errors.ts";

/** A record of the background was given up before it was sent. */
export class DeliveryError extends ThreadlineError {
  override readonly name: string = "DeliveryError";
}
