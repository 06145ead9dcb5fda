import type { ElementContent, RootContent } from "hast";
import { common, createLowlight } from "lowlight";
import { Fragment, type ReactNode, useMemo } from "react";
import { CodeLines, createLineRenderer } from "./code-lines.tsx";
import { HiddenMark } from "./marks.tsx";

const lowlight = createLowlight(common);

export function HighlightedCode({
  code,
  language,
  marks = [],
}: {
  readonly code: string;
  readonly language: string;
  /** Hidden Markdown syntax at the start of each line. */
  readonly marks?: readonly string[];
}) {
  return useMemo(() => {
    const name = language.toLowerCase();
    if (!lowlight.registered(name)) return <CodeLines text={code} marks={marks} />;
    return (
      <>
        <HiddenMark text={marks[0] ?? ""} />
        {render(lowlight.highlight(name, code).children, createLineRenderer(marks))}
      </>
    );
  }, [code, language, marks]);
}

function render(nodes: readonly (RootContent | ElementContent)[], renderText: (text: string) => ReactNode): ReactNode {
  return nodes.map((node, index) => {
    // Tokens have no ids and never move, so the index is the key.
    if (node.type === "text") return <Fragment key={index}>{renderText(node.value)}</Fragment>;
    if (node.type !== "element") return null;
    const [name] = Array.isArray(node.properties["className"]) ? node.properties["className"] : [];
    return (
      <span key={index} data-token={String(name ?? "").replace(/^hljs-/, "")}>
        {render(node.children, renderText)}
      </span>
    );
  });
}
