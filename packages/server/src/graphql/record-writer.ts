import { getNullableType, isLeafType, isListType, isNonNullType, isObjectType, isScalarType } from "graphql";
import { GraphQLString, isSpecifiedScalarType, Kind } from "graphql";
import type { FieldNode, FragmentDefinitionNode, GraphQLField, GraphQLLeafType, GraphQLObjectType } from "graphql";
import type { GraphQLOutputType, SelectionSetNode } from "graphql";
import type { ExecutionContext } from "./execution-context.ts";
import { hasJsonTexts } from "../store/json-texts.ts";

/**
 * Writes a resolver's value as JSON in pieces. Throws {@link NotWritable} for a value that only graphql-js can
 * serialize.
 */
export type ValueWriter = (value: unknown, context: ExecutionContext, pieces: string[]) => void;

/** Error for a value that is an error or a promise, which only graphql-js handles. */
export class NotWritable extends Error {
  override readonly name = "NotWritable";
  /**
   * Whether the value is a promise. The field then probably returns a promise for every record, so this list is not
   * written as text again.
   */
  readonly isUsual: boolean;

  constructor({ isUsual }: { readonly isUsual: boolean }) {
    super("The engine has to complete this list");
    this.isUsual = isUsual;
  }
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

type Field = GraphQLField<unknown, ExecutionContext>;
type FieldWriter = (record: object, context: ExecutionContext, pieces: string[]) => void;

/**
 * Returns a writer for list items with the selected fields. Undefined if the writer does not support the selection, for
 * example because a field has arguments or directives. Also undefined if every item would need an asynchronous
 * resolver.
 */
export function compileListWriter(
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode,
  fragments: Fragments,
): ValueWriter | undefined {
  const list = getNullableType(type);
  const item = isListType(list) ? getNullableType(list.ofType) : undefined;
  if (!isListType(list) || !isObjectType(item)) return undefined;
  const writeItem = compileObject(item, selectionSet, fragments, true);
  const write = writeItem && (isNonNullType(list.ofType) ? required(writeItem) : writeItem);
  return write && ((value, context, pieces) => writeList(value, context, pieces, write));
}

/**
 * Returns a function that writes values of a type as JSON. Undefined if the selection is not supported, for example
 * because a field has arguments or directives.
 *
 * `isSure` means that every record has such a value. An asynchronous field in the selection is then not supported
 * either, because the function would fail for every record.
 */
function compileValue(
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
  isSure: boolean,
): ValueWriter | undefined {
  if (isNonNullType(type)) {
    const write = compileValue(type.ofType, selectionSet, fragments, isSure);
    return write && required(write);
  }
  if (isListType(type)) {
    const write = compileValue(type.ofType, selectionSet, fragments, false);
    return write && ((value, context, pieces) => writeList(value, context, pieces, write));
  }
  if (isLeafType(type)) return (value, _context, pieces) => pieces.push(leafText(value, type));
  return isObjectType(type) && selectionSet ? compileObject(type, selectionSet, fragments, isSure) : undefined;
}

function required(write: ValueWriter): ValueWriter {
  return (value, context, pieces) =>
    value === null || value === undefined ? leave(value) : write(value, context, pieces);
}

function compileObject(
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
  fragments: Fragments,
  isSure: boolean,
): ValueWriter | undefined {
  const fields = new Map<string, FieldWriter>();
  const collect = ({ selections }: SelectionSetNode): boolean =>
    selections.every((selection) => {
      if (selection.directives?.length) return false;
      if (selection.kind !== Kind.FIELD) {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        const name = fragment?.typeCondition?.name.value ?? type.name;
        return fragment !== undefined && name === type.name && !fragment.directives?.length
          ? collect(fragment.selectionSet)
          : false;
      }
      const key = (selection.alias ?? selection.name).value;
      const write = compileField(type, selection, fragments, isSure);
      // Two fields with the same response key are not supported, because their selections would have to be merged.
      if (!write || fields.has(key)) return false;
      fields.set(key, write);
      return true;
    });
  if (type.isTypeOf || !collect(selectionSet)) return undefined;
  const members = [...fields].map(
    ([key, write], index) => [`${index === 0 ? "{" : ","}${JSON.stringify(key)}:`, write] as const,
  );
  return (value, context, pieces) => {
    if (value === null || value === undefined) return pieces.push("null");
    if (typeof value !== "object" || value instanceof Error || "then" in value) return leave(value);
    for (const [start, write] of members) {
      pieces.push(start);
      write(value, context, pieces);
    }
    return pieces.push("}");
  };
}

function compileField(
  type: GraphQLObjectType,
  node: FieldNode,
  fragments: Fragments,
  isSure: boolean,
): FieldWriter | undefined {
  const name = node.name.value;
  if (name === "__typename") return (_record, _context, pieces) => pieces.push(JSON.stringify(type.name));
  const field: Field | undefined = type.getFields()[name];
  if (!field || node.arguments?.length || !field.args.every(isOptional)) return undefined;
  const { resolve } = field;
  const write = compileValue(field.type, node.selectionSet, fragments, isSure && isNonNullType(field.type));
  // A resolver with a fourth parameter reads the query, which is not available here.
  if (!write || (resolve && resolve.length > 3)) return undefined;
  if (!resolve) return mayBeText(field.type) ? textOf(name, write) : propertyOf(name, write);
  if (resolve.constructor.name !== "AsyncFunction") {
    return (record, context, pieces) => write(resolve(record, {}, context, noInfo), context, pieces);
  }
  return isSure ? undefined : () => leave(null);
}

// Passed as the fourth argument to resolvers, which have at most three parameters and therefore never read it.
const noInfo = undefined as never;

function isOptional({ type, default: given, defaultValue }: Field["args"][number]): boolean {
  return !isNonNullType(type) && given === undefined && defaultValue === undefined;
}

function propertyOf(name: string, write: ValueWriter): FieldWriter {
  return (record, context, pieces) => write((record as Readonly<Record<string, unknown>>)[name], context, pieces);
}

/**
 * Whether the store may return a value of this type as JSON text. This is possible for our own scalars, whose values
 * can be any JSON.
 */
function mayBeText(type: GraphQLOutputType): boolean {
  const named = getNullableType(type);
  return isScalarType(named) && !isSpecifiedScalarType(named);
}

function textOf(name: string, write: ValueWriter): FieldWriter {
  const writeProperty = propertyOf(name, write);
  return (record, context, pieces) => {
    const text = hasJsonTexts(record) ? record.jsonTextOf(name) : undefined;
    if (text === undefined) writeProperty(record, context, pieces);
    else pieces.push(text);
  };
}

function writeList(value: unknown, context: ExecutionContext, pieces: string[], write: ValueWriter): void {
  if (value === null || value === undefined) return void pieces.push("null");
  if (!Array.isArray(value)) return leave(value);
  let start = "[";
  for (const item of value) {
    pieces.push(start);
    write(item, context, pieces);
    start = ",";
  }
  pieces.push(value.length === 0 ? "[]" : "]");
}

function leafText(value: unknown, type: GraphQLLeafType): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "function" || value instanceof Error || value instanceof Promise) return leave(value);
  // Fast path for the most common type.
  if (typeof value === "string" && type === GraphQLString) return JSON.stringify(value);
  const coerced: unknown = type.coerceOutputValue(value);
  return (coerced === null || coerced === undefined ? undefined : JSON.stringify(coerced)) ?? leave(value);
}

/** Gives up writing the list as text. The query is then executed by graphql-js. */
function leave(value: unknown): never {
  const isAwaited = value instanceof Promise;
  if (isAwaited) value.catch(() => {});
  throw new NotWritable({ isUsual: isAwaited });
}
