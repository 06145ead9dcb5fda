/** Rules of this repository for the linter. */
import { dirname, join, relative, sep } from "node:path";

interface ImportNode {
  readonly source?: { readonly value?: unknown } | null;
}

interface RuleContext {
  readonly cwd: string;
  readonly filename: string;
  readonly options: readonly unknown[];
  report(problem: { readonly node: ImportNode; readonly message: string }): void;
}

/**
 * Folders with source code. Each lists its subfolders from the lowest layer to the highest. A file may import from its
 * own subfolder, and from those before it.
 */
type Layers = Readonly<Record<string, readonly (readonly string[])[]>>;

interface Rule {
  readonly meta: { readonly schema: false };
  create(context: RuleContext): Readonly<Record<string, (node: ImportNode) => void>>;
}

const noUpwardImport: Rule = {
  meta: { schema: false },
  create(context) {
    const [layers] = context.options as [Layers];
    const file = relative(context.cwd, context.filename).replaceAll(sep, "/");
    const folder = Object.keys(layers).find((each) => file.startsWith(`${each}/`));
    if (folder === undefined) return {};
    const names = layers[folder]?.flat() ?? [];
    const nameOf = (path: string): string => path.slice(folder.length + 1).split("/", 1)[0] ?? "";
    const name = nameOf(file);
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string" || !specifier.startsWith(".")) return;
      const target = join(dirname(file), specifier).replaceAll(sep, "/");
      if (!target.startsWith(`${folder}/`)) return;
      const imported = nameOf(target);
      if (imported === name) return;
      const unnamed = [name, imported].find((each) => !names.includes(each));
      if (unnamed !== undefined) {
        context.report({ node, message: `${unnamed} belongs to no layer: name it in .oxlintrc.json` });
      } else if (names.indexOf(imported) > names.indexOf(name)) {
        context.report({ node, message: `${name} is below ${imported} and must not import it` });
      }
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

const plugin: { readonly meta: { readonly name: string }; readonly rules: Readonly<Record<string, Rule>> } = {
  meta: { name: "layers" },
  rules: { "no-upward-import": noUpwardImport },
};

export default plugin;
