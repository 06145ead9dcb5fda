import type { ElementContent, RootContent } from "hast";
import { common, createLowlight } from "lowlight";
import { type ReactNode, useMemo } from "react";
import { VisibleText } from "../visible-text.tsx";

const lowlight = createLowlight(common);

/** Code with syntax highlighting. If the language is unknown, the code is not highlighted. */
export function HighlightedCode({ code, language }: { readonly code: string; readonly language: string }) {
  return useMemo(() => {
    const name = language.toLowerCase();
    return lowlight.registered(name) ? render(lowlight.highlight(name, code).children) : <VisibleText text={code} />;
  }, [code, language]);
}

function render(nodes: readonly (RootContent | ElementContent)[]): ReactNode {
  return nodes.map((node, index) => {
    // Tokens have no id and never move, so the index is the key.
    if (node.type === "text") return <VisibleText key={index} text={node.value} />;
    if (node.type !== "element") return null;
    const [name] = Array.isArray(node.properties["className"]) ? node.properties["className"] : [];
    return (
      <span key={index} data-token={String(name ?? "").replace(/^hljs-/, "")}>
        {render(node.children)}
      </span>
    );
  });
}
