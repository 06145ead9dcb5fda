import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as operationsPlugin from "@graphql-codegen/typescript-operations";
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  stripIgnoredCharacters,
  visit,
} from "graphql";

const folder = "packages/core/src/documents";

/**
 * Types of the SDK that are more specific than those of the schema: for JSON values with a known format, and for the
 * environment. The generated result types use them.
 */
const fieldTypes: Readonly<Record<string, readonly string[]>> = {
  JsonObject: [
    "Attachment.metadata",
    "Dataset.metadata",
    "DatasetExperimentItem.input",
    "DatasetExperimentItem.output",
    "DatasetItem.expectedOutput",
    "DatasetItem.input",
    "DatasetItem.metadata",
    "Generation.metadata",
    "Generation.settings",
    "Generation.variables",
    "Participant.metadata",
    "PromptVersion.settings",
    "PromptVersion.variablesDefaultValues",
    "Step.input",
    "Step.metadata",
    "Step.output",
    "Thread.metadata",
  ],
  "JsonObject[]": ["DatasetItem.intermediarySteps"],
  "string | JsonValue[]": ["Generation.prompt"],
  Environment: ["Step.environment", "Thread.environment"],
  ExperimentParams: ["DatasetExperiment.params"],
  IGenerationMessage: ["Generation.messageCompletion"],
  "IGenerationMessage[]": ["Generation.messages", "PromptVersion.templateMessages"],
  "ITool[]": ["Generation.tools", "PromptVersion.tools"],
  "IPromptVariableDefinition[]": ["PromptVersion.variables"],
};

const typeModules: Readonly<Record<string, readonly string[]>> = {
  environment: ["Environment"],
  experiments: ["ExperimentParams"],
  generations: ["IGenerationMessage", "ITool"],
  json: ["JsonObject", "JsonValue"],
  prompts: ["IPromptVariableDefinition"],
};

/**
 * Generates the operations of the SDK from the `.graphql` files of its documents. The output contains the text of each
 * operation, and the types of its data and variables. Fragments are expanded, so that the package only contains
 * strings.
 */
export async function generateSdkDocuments(options: {
  readonly root: string;
  readonly schema: DocumentNode;
  readonly banner: string;
}): Promise<Map<string, string>> {
  const { root, schema, banner } = options;
  const names: string[] = [];
  for await (const name of glob(`${folder}/*.graphql`, { cwd: root })) names.push(name);
  const sources = await Promise.all(names.toSorted().map((name) => readFile(join(root, name), "utf8")));
  const document = parse(sources.join("\n"));
  const types = await codegen({
    filename: "documents.ts",
    schema: withFieldTypes(schema),
    documents: [{ document: withoutMarks(document), location: folder }],
    config: {
      scalars: {
        DateTime: "string",
        PreciseDateTime: "string",
        ID: "string",
        Json: { input: "unknown", output: "JsonValue" },
        ...Object.fromEntries(Object.keys(fieldTypes).map((type, index) => [scalarName(index), type])),
      },
      enumsAsTypes: true,
      skipTypename: true,
      strictScalars: true,
      useTypeImports: true,
      inlineFragmentTypes: "combine",
    },
    plugins: [{ operations: {} }],
    pluginMap: { operations: operationsPlugin },
  });
  const text = `${banner}${imports(types)}${types}${constants(document)}`;
  return new Map([[`${folder}/generated/documents.ts`, text]]);
}

/** Returns the schema with a separate scalar for each entry of `fieldTypes`. */
function withFieldTypes(schema: DocumentNode): DocumentNode {
  const left = new Map(
    Object.values(fieldTypes).flatMap((fields, index) => fields.map((field) => [field, scalarName(index)] as const)),
  );
  const definitions = schema.definitions.map((definition) => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
    return visit(definition, {
      FieldDefinition(field) {
        const name = `${definition.name.value}.${field.name.value}`;
        const scalar = left.get(name);
        if (scalar === undefined) return undefined;
        left.delete(name);
        const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: scalar } } as const;
        return { ...field, type: field.type.kind === Kind.NON_NULL_TYPE ? { ...field.type, type } : type };
      },
    });
  });
  if (left.size > 0)
    throw new Error(`fieldTypes names fields that are not in the schema: ${[...left.keys()].join(", ")}`);
  const scalars = Object.keys(fieldTypes).map((_, index) => `scalar ${scalarName(index)}`);
  return { ...schema, definitions: [...definitions, ...parse(scalars.join("\n")).definitions] };
}

function scalarName(index: number): string {
  return `FieldType${index}`;
}

/** Removes `@repeatable` from documents, because the service does not know this directive. */
function withoutMarks(document: DocumentNode): DocumentNode {
  return visit(document, { Directive: ({ name }) => (name.value === "repeatable" ? null : undefined) });
}

function imports(types: string): string {
  const lines = Object.entries(typeModules).map(([module, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(types));
    return used.length === 0 ? "" : `import type { ${used.join(", ")} } from "../../types/${module}.ts";\n`;
  });
  return `import type { Document } from "../document.ts";\n${lines.join("")}`;
}

function constants(document: DocumentNode): string {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => constant(operation, fragments))
    .join("");
}

function constant(operation: OperationDefinitionNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): string {
  const name = operation.name?.value ?? "";
  const type = `${capitalized(name)}${capitalized(operation.operation)}`;
  const isRepeatable =
    operation.operation === "query" ||
    (operation.directives ?? []).some(({ name: { value } }) => value === "repeatable");
  const whole = { ...operation, directives: [], selectionSet: writtenOut(operation.selectionSet, fragments) };
  const text = JSON.stringify(stripIgnoredCharacters(print(whole)));
  const constantName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return (
    `\nexport const ${constantName}: Document<${type}, ${type}Variables> = {\n` +
    `  name: ${JSON.stringify(name)},\n  text: ${text},\n  isRepeatable: ${isRepeatable},\n};\n`
  );
}

function capitalized(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

function writtenOut(
  selection: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectionSetNode {
  const selections = selection.selections.flatMap((node): readonly SelectionNode[] => {
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(node.name.value);
      if (fragment === undefined) throw new Error(`unknown fragment ${node.name.value}`);
      return writtenOut(fragment.selectionSet, fragments).selections;
    }
    return node.selectionSet ? [{ ...node, selectionSet: writtenOut(node.selectionSet, fragments) }] : [node];
  });
  return { ...selection, selections };
}
