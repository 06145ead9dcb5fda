import { ConflictError } from "../errors.ts";
import type { Sessions } from "./session.ts";

/**
 * Performs a write; rejects with a {@link ConflictError} of that message when it violates a unique constraint. Two
 * transactions may choose one name at the same time, so the constraint decides.
 */
export async function withoutConflict<Result>(
  { dialect }: Sessions,
  message: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (dialect.isUniqueViolation(error)) throw new ConflictError(message);
    throw error;
  }
}
