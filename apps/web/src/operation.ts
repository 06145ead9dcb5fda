/** The text of an operation with the types of what it answers and takes; made by `pnpm codegen`. */
export interface Operation<Result, Variables> {
  readonly text: string;
  /** Never set: carries the types. */
  readonly types?: (variables: Variables) => Result;
}
