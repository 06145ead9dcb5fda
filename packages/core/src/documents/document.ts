/**
 * A GraphQL document with the types of its data and variables. `pnpm codegen` generates documents from the `.graphql`
 * files.
 */
export interface Document<Data, Variables> {
  /** Name of the SDK function that sends the document. It is used in error messages. */
  readonly name: string;
  readonly text: string;
  /** Whether sending the document twice has the same effect and the same response as sending it once. */
  readonly isRepeatable: boolean;
  /** Never set. It only carries the types for the compiler. */
  readonly types?: (variables: Variables) => Data;
}
