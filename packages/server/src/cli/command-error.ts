/** Error of a command. Its message contains the reason and advice, and is printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
