import { Fragment, type ReactNode } from "react";
import { VisibleText } from "../visible-text.tsx";
import { HiddenMark } from "./marks.tsx";

/** Code in a list or quotation. `marks` is the hidden Markdown syntax at the start of each line. */
export function CodeLines({ text, marks }: { readonly text: string; readonly marks: readonly string[] }) {
  return (
    <>
      <HiddenMark text={marks[0] ?? ""} />
      {createLineRenderer(marks)(text)}
    </>
  );
}

/** Returns a function that renders code piece by piece, with the hidden mark at the start of each line. */
export function createLineRenderer(marks: readonly string[]): (text: string) => ReactNode {
  if (marks.every((mark) => mark === "")) return (text) => <VisibleText text={text} />;
  let line = 0;
  return (text) =>
    text.split(/(?<=\n)/u).map((part, index) => {
      if (part.endsWith("\n")) line += 1;
      return (
        // Parts have no ids and never move, so the index is the key.
        <Fragment key={index}>
          <VisibleText text={part} />
          {part.endsWith("\n") && <HiddenMark text={marks[line] ?? ""} />}
        </Fragment>
      );
    });
}
