import { Fragment, type ReactNode } from "react";
import { VisibleText } from "../visible-text.tsx";
import { HiddenMark } from "./marks.tsx";

/** Lines of code in a list or quotation. `marks` is the Markdown syntax at the start of each line, which is hidden. */
export function CodeLines({ text, marks }: { readonly text: string; readonly marks: readonly string[] }) {
  return (
    <>
      <HiddenMark text={marks[0] ?? ""} />
      {createLineRenderer(marks)(text)}
    </>
  );
}

/**
 * Returns a function that renders a code block piece by piece. At the start of each line, it adds the hidden mark of
 * the line.
 */
export function createLineRenderer(marks: readonly string[]): (text: string) => ReactNode {
  if (marks.every((mark) => mark === "")) return (text) => <VisibleText text={text} />;
  let line = 0;
  return (text) =>
    text.split(/(?<=\n)/u).map((part, index) => {
      if (part.endsWith("\n")) line += 1;
      return (
        // Parts have no id and never move, so the index is the key.
        <Fragment key={index}>
          <VisibleText text={part} />
          {part.endsWith("\n") && <HiddenMark text={marks[line] ?? ""} />}
        </Fragment>
      );
    });
}
