import { glob, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as operationsPlugin from "@graphql-codegen/typescript-operations";
import { type DocumentNode, Kind, type OperationDefinitionNode, parse, print, stripIgnoredCharacters } from "graphql";

const folder = "apps/web/src";

/**
 * Generates one module for each `.graphql` file of the UI, with the texts and types of its operations. Each module
 * contains the fragments that it uses, so that a route only loads the texts that it needs.
 */
export async function generateWebOperations(options: {
  readonly root: string;
  readonly schema: DocumentNode;
  readonly scalars: Readonly<Record<string, { readonly input: string; readonly output: string }>>;
  readonly banner: string;
}): Promise<Map<string, string>> {
  const { root, schema, scalars, banner } = options;
  const names: string[] = [];
  for await (const name of glob(`${folder}/**/*.graphql`, { cwd: root })) names.push(name);
  names.sort();
  const modules = await Promise.all(
    names.map(async (name) => {
      const document = parse(await readFile(join(root, name), "utf8"));
      const types = await codegen({
        filename: "operations.ts",
        schema,
        documents: [{ document, location: name }],
        config: { scalars, enumsAsTypes: true, skipTypename: true, useTypeImports: true, strictScalars: true },
        plugins: [{ operations: {} }],
        pluginMap: { operations: operationsPlugin },
      });
      const jsonType = types.includes("JsonValue") ? 'import type { JsonValue } from "@threadline/schema/sdk";\n' : "";
      const head = `${banner}import type { Operation } from "../operation.ts";\n${jsonType}`;
      return [`${folder}/generated/${basename(name, ".graphql")}.ts`, `${head}${types}${constants(document)}`] as const;
    }),
  );
  return new Map(modules);
}

function constants(document: DocumentNode): string {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operations
    .map((operation: OperationDefinitionNode) => {
      const name = operation.name?.value ?? "";
      const kind = `${operation.operation[0]?.toUpperCase() ?? ""}${operation.operation.slice(1)}`;
      const type = `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}${kind}`;
      const used = usedFragments(
        print(operation),
        fragments.map((fragment) => [fragment.name.value, print(fragment)]),
      );
      const text = stripIgnoredCharacters([print(operation), ...used].join("\n"));
      return `\nexport const ${name}: Operation<${type}, ${type}Variables> = { text: ${JSON.stringify(text)} };\n`;
    })
    .join("");
}

function usedFragments(text: string, fragments: readonly (readonly [string, string])[]): string[] {
  const found = new Map<string, string>();
  const look = (body: string): void => {
    for (const [name, fragment] of fragments) {
      if (found.has(name) || !new RegExp(`\\.\\.\\.\\s*${name}\\b`).test(body)) continue;
      found.set(name, fragment);
      look(fragment);
    }
  };
  look(text);
  return [...found.values()];
}
