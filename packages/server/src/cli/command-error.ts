/** A command failed; the message has the reason and advice. Printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
