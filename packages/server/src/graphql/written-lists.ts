import { getNamedType, getNullableType, GraphQLNonNull, GraphQLObjectType, GraphQLScalarType } from "graphql";
import { GraphQLSchema, isListType, isNonNullType, isObjectType, Kind } from "graphql";
import type { FieldNode, GraphQLField, GraphQLFieldResolver, SelectionSetNode, ValidatedExecutionArgs } from "graphql";
import { RecordError } from "../records/errors.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { JsonText } from "./json-text.ts";
import { compileListWriter, type Fragments, NotWritable, type ValueWriter } from "./record-writer.ts";

type Field = GraphQLField<unknown, unknown>;

/** Suffix of internal field names. It is invalid in documents, so these fields cannot be requested. */
const suffix = " (written)";

const writtenScalar: GraphQLScalarType = new GraphQLScalarType({ name: "Written", coerceOutputValue: (text) => text });

interface Written {
  readonly node: FieldNode;
  readonly write: ValueWriter;
}

/**
 * Schema in which every list of objects has an additional field that returns the list as JSON text. This avoids the
 * cost of graphql-js: about a microsecond and several hundred bytes for each field of a record.
 */
export class WrittenListsSchema extends GraphQLSchema {
  readonly #fields = new Map<string, Field>();
  readonly #written = new WeakMap<FieldNode, Written>();
  readonly #left = new WeakSet<FieldNode>();

  constructor(schema: GraphQLSchema) {
    super({ ...schema.toConfig(), assumeValid: true });
  }

  override getField(parentType: GraphQLObjectType, fieldName: string): Field | undefined {
    if (!fieldName.endsWith(suffix)) return super.getField(parentType, fieldName);
    const coordinate = `${parentType.name}.${fieldName}`;
    const known = this.#fields.get(coordinate);
    if (known) return known;
    const field = super.getField(parentType, fieldName.slice(0, -suffix.length));
    if (!field) return undefined;
    const written = this.#fieldOfText(parentType.name, field);
    if (written) this.#fields.set(coordinate, written);
    return written;
  }

  /**
   * Rewrites a query so that its lists of plain fields are written directly as JSON text; undefined if there are none.
   */
  rewrite(execution: ValidatedExecutionArgs): ValidatedExecutionArgs | undefined {
    const { operation, schema, fragmentDefinitions } = execution;
    const queryType = schema.getQueryType();
    if (operation.operation !== "query" || !queryType) return undefined;
    const fragments = new Map(Object.entries(fragmentDefinitions));
    const selectionSet = this.#rewriteSelection(queryType, operation.selectionSet, fragments);
    if (selectionSet === operation.selectionSet) return undefined;
    return { ...execution, schema: this, operation: { ...operation, selectionSet } };
  }

  #rewriteSelection(type: GraphQLObjectType, selectionSet: SelectionSetNode, fragments: Fragments): SelectionSetNode {
    const fields = selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
    const keys = new Set(fields.map(({ alias, name }) => (alias ?? name).value));
    // A selection with fragments, or with two fields of the same response key, is not rewritten, because its fields
    // would have to be merged.
    if (keys.size < selectionSet.selections.length) return selectionSet;
    const selections = fields.map((node) => this.#rewriteField(type, node, fragments));
    return selections.every((node, index) => node === fields[index]) ? selectionSet : { ...selectionSet, selections };
  }

  #rewriteField(parent: GraphQLObjectType, node: FieldNode, fragments: Fragments): FieldNode {
    const field = super.getField(parent, node.name.value);
    const type = field && getNamedType(field.type);
    if (!field || !isObjectType(type) || !node.selectionSet) return node;
    // Root fields are not renamed, because guards look them up by name.
    if (isListType(getNullableType(field.type)) && parent !== this.getQueryType() && !this.#left.has(node)) {
      const write = compileListWriter(field.type, node.selectionSet, fragments);
      if (write) return this.#writtenNode(node, write);
    }
    const selectionSet = this.#rewriteSelection(type, node.selectionSet, fragments);
    return selectionSet === node.selectionSet ? node : { ...node, selectionSet };
  }

  #writtenNode(node: FieldNode, write: ValueWriter): FieldNode {
    const { selectionSet: _, ...rest } = node;
    const name = { ...node.name, value: node.name.value + suffix };
    const written: FieldNode = { ...rest, alias: node.alias ?? node.name, name };
    this.#written.set(written, { node, write });
    return written;
  }

  #fieldOfText(parentName: string, field: Field): Field | undefined {
    const resolveList = field.resolve ?? readProperty;
    const resolve: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
      const written = info.fieldNodes[0] && this.#written.get(info.fieldNodes[0]);
      if (!written) throw new Error(`The query was not prepared to write the list ${info.fieldName}.`);
      const list: unknown = resolveList(source, args, context, info);
      const write = (items: unknown): JsonText | null => this.#write(items, context as ExecutionContext, written); // set by the engine
      return list instanceof Promise ? list.then(write) : write(list);
    };
    const type = isNonNullType(field.type) ? new GraphQLNonNull(writtenScalar) : writtenScalar;
    const fields = { [field.name]: { ...field.toConfig(), type, resolve } };
    return new GraphQLObjectType({ name: parentName, fields }).getFields()[field.name];
  }

  #write(list: unknown, context: ExecutionContext, { node, write }: Written): JsonText | null {
    if (list === null || list === undefined) return null;
    // If the response was rejected, one error will replace it, so the remaining lists need not be written. Each becomes
    // empty, because an error per list would cost as much as writing it.
    if (context.answer?.refusal) return emptyList;
    try {
      const pieces: string[] = [];
      write(list, context, pieces);
      context.answer?.write(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
      return new JsonText(pieces);
    } catch (error) {
      if (error instanceof RecordError) throw error;
      const isUsual = error instanceof NotWritable && error.isUsual;
      if (isUsual) this.#left.add(node);
      throw new NotWritable({ isUsual });
    }
  }
}

const emptyList = new JsonText(["[]"]);

const readProperty: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, { fieldName }) =>
  (source as Readonly<Record<string, unknown>> | null | undefined)?.[fieldName];
