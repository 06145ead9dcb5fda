import { piecesOf } from "./hidden-signs.ts";

/** What a tree of HTML consists of, as far as this looks at it. */
interface TreeNode {
  readonly type: string;
  readonly value?: string | undefined;
  readonly tagName?: string | undefined;
  readonly properties?: Readonly<Record<string, string>> | undefined;
  children?: TreeNode[] | undefined;
}

/** A plugin of rehype that puts `<span data-sign>` in the place of signs that nobody would see. Goes behind the sanitizer. */
export function markHiddenSigns() {
  return (tree: TreeNode): void => mark(tree);
}

function mark(node: TreeNode): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type !== "text" || child.value === undefined) {
      mark(child);
      return [child];
    }
    return piecesOf(child.value).map(({ text, label }): TreeNode => {
      if (label === null) return { type: "text", value: text };
      return { type: "element", tagName: "span", properties: { dataSign: label }, children: [] };
    });
  });
}
