/** A GraphQL document with the types of its data and its variables; generated from the `.graphql` files by `pnpm codegen`. */
export interface Document<Data, Variables> {
  /** The operation of the SDK, for error messages. */
  readonly name: string;
  readonly text: string;
  /** Whether sending it twice leads to the same records and the same answer as sending it once. */
  readonly isRepeatable: boolean;
  /** Never set: carries the types. */
  readonly types?: (variables: Variables) => Data;
}
