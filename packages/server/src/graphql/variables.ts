import { coerceInputLiteral, getNamedType, isListType, isNonNullType, typeFromAST } from "graphql";
import type { GraphQLInputType, GraphQLSchema, OperationDefinitionNode, VariableValues } from "graphql";
import type { GraphQLError, VariableDefinitionNode } from "graphql";
import { coerceInput, InputError } from "./coerce-input.ts";

/** Variables of a request, not yet coerced. */
export type RawVariables = Readonly<Record<string, unknown>>;

export interface Variable {
  readonly name: string;
  readonly type: GraphQLInputType;
  /** Undefined if there is no default. */
  readonly defaultValue: unknown;
  readonly signature: VariableValues["sources"][string]["signature"];
  /**
   * For a list of steps, the type of its elements. The steps are then coerced one by one, so that an invalid step does
   * not make the others invalid. Null for all other variables.
   */
  readonly stepType: GraphQLInputType | null;
}

export type CoercedVariables =
  | { readonly errors: readonly GraphQLError[] }
  | { readonly errors: null; readonly values: VariableValues; readonly badSteps: ReadonlyMap<number, Error> };

export function readVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): Variable[] {
  return (operation.variableDefinitions ?? []).map((definition) => readVariable(schema, definition));
}

/**
 * Coerces the declared variables. The published Literal AI clients also send undeclared variables, which are ignored.
 * In a list of steps, each invalid step is replaced with `{ id }`, and its error is added to `badSteps` by index.
 */
export function coerceVariables(variables: readonly Variable[], raw: RawVariables): CoercedVariables {
  const errors: GraphQLError[] = [];
  const sources: Record<string, VariableValues["sources"][string]> = Object.create(null);
  const coerced: Record<string, unknown> = Object.create(null);
  const badSteps = new Map<number, Error>();
  // Invalid steps are recorded by index alone, so there must be only one list of steps.
  const hasOneStepList = variables.filter(({ stepType }) => stepType).length === 1;
  for (const variable of variables) {
    const { name, signature } = variable;
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    sources[name] = { signature, value };
    try {
      const result =
        variable.stepType && hasOneStepList && Array.isArray(value)
          ? coerceSteps(name, variable.stepType, value, badSteps)
          : coerceVariable(variable, value);
      if (result !== undefined) coerced[name] = result;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.push(error.toRecordError(name));
    }
  }
  return errors.length > 0 ? { errors } : { errors: null, values: { sources, coerced }, badSteps };
}

export function coerceVariable(variable: Variable, value: unknown): unknown {
  const { type, defaultValue } = variable;
  if (value !== undefined) return coerceInput(type, value);
  if (defaultValue !== undefined) return defaultValue;
  return isNonNullType(type) ? coerceInput(type, undefined) : undefined;
}

function coerceSteps(
  name: string,
  stepType: GraphQLInputType,
  values: readonly unknown[],
  badSteps: Map<number, Error>,
): unknown[] {
  return values.map((value, index) => {
    try {
      return coerceInput(stepType, value);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      badSteps.set(index, error.toRecordError(`${name}[${index}]`));
      return { id: idOf(value) };
    }
  });
}

function idOf(value: unknown): string {
  const id =
    typeof value === "object" && value !== null && Object.hasOwn(value, "id") ? (value as { id: unknown }).id : "";
  return typeof id === "string" ? id : "";
}

function readVariable(schema: GraphQLSchema, definition: VariableDefinitionNode): Variable {
  const name = definition.variable.name.value;
  // Validation has ensured that the type exists and is an input type.
  const type = typeFromAST(schema, definition.type) as GraphQLInputType;
  const literal = definition.defaultValue;
  const list = isNonNullType(type) ? type.ofType : type;
  return {
    name,
    type,
    defaultValue: literal && coerceInputLiteral(literal, type),
    signature: { name, type, default: literal && { literal } },
    stepType: isListType(list) && String(getNamedType(list)) === "StepInput" ? list.ofType : null,
  };
}
