import { Fragment, type ReactNode } from "react";
import { visibleString } from "../../messages/hidden-characters.ts";
import { isSafe, SafeLink } from "../safe-link.tsx";
import { VisibleText } from "../visible-text.tsx";
import { HiddenMark, Mark, NestedLines, ShownMark } from "./marks.tsx";
import styles from "./markdown.module.css";
import { MathFormula } from "./math-formula.tsx";
import type { Source, Span } from "./spans.ts";

/** Renders the children of a node. The source between them, usually Markdown syntax, becomes a {@link Mark}. */
export function renderInline(source: Source, { start, end, children }: Omit<Span, "node">): ReactNode {
  const rendered: ReactNode[] = [];
  let seen = start;
  for (const child of children) {
    if (child.start > seen) rendered.push(<Mark key={seen} text={source.text.slice(seen, child.start)} />);
    rendered.push(<Fragment key={`${child.start} node`}>{renderNode(source, child)}</Fragment>);
    seen = child.end;
  }
  if (end > seen) rendered.push(<Mark key={seen} text={source.text.slice(seen, end)} />);
  return rendered;
}

function renderNode(source: Source, span: Span): ReactNode {
  const { node, start, end, children } = span;
  const slice = source.text.slice(start, end);
  if ("children" in node && children.length === 0) return renderText(source, span);
  switch (node.type) {
    case "emphasis":
      return renderBetweenMarks(source, span, (content) => <em>{content}</em>);
    case "strong":
      return renderBetweenMarks(source, span, (content) => <strong>{content}</strong>);
    case "delete":
      return renderBetweenMarks(source, span, (content) => <del>{content}</del>);
    case "inlineCode":
      return <InlineCode slice={slice} />;
    case "link":
      return renderLink(source, span, node.url);
    case "image":
      return <ImageLink slice={slice} url={node.url} alt={node.alt ?? ""} />;
    case "break":
      return slice.startsWith("\\") ? [<HiddenMark key="mark" text={"\\"} />, slice.slice(1)] : slice;
    default:
      return children.length > 0 ? renderInline(source, span) : renderText(source, span);
  }
}

/**
 * Renders the children of a node inside `element`. The source before the first child and after the last child, such as
 * `**`, is hidden.
 */
function renderBetweenMarks(source: Source, span: Span, element: (content: ReactNode) => ReactNode): ReactNode {
  const start = span.children[0]?.start ?? span.end;
  const end = span.children.at(-1)?.end ?? span.end;
  return (
    <>
      <HiddenMark text={source.text.slice(span.start, start)} />
      {element(renderInline(source, { ...span, start, end }))}
      <HiddenMark text={source.text.slice(end, span.end)} />
    </>
  );
}

/** Renders a link. Shows the address if the link cannot be opened, or if the link's text is another address. */
function renderLink(source: Source, span: Span, url: string): ReactNode {
  const start = span.children[0]?.start ?? span.end;
  const end = span.children.at(-1)?.end ?? span.end;
  const content = renderInline(source, { ...span, start, end });
  const isPlain = isSafe(url) && !namesAnotherSite(source.text.slice(start, end), url);
  const Around = isPlain ? HiddenMark : ShownMark;
  return (
    <>
      <Around text={source.text.slice(span.start, start)} />
      <SafeLink href={url} title={visibleString(url)}>
        {content}
      </SafeLink>
      <Around text={source.text.slice(end, span.end)} />
    </>
  );
}

/** Whether a link's text looks like the address of a website other than the one that `url` opens. */
function namesAnotherSite(text: string, url: string): boolean {
  const [named] = /(?:https?:\/\/|www\.)[^\s/]+/iu.exec(text) ?? text.trim().split("/", 1);
  if (named === undefined) return false;
  const isHost = named.includes(".") && named.split(".").every((label) => /^[\w-]+$/u.test(label));
  if (!isHost && !/^(?:https?:\/\/|www\.)/iu.test(named)) return false;
  return hostOf(named) !== hostOf(new URL(url).host);
}

function hostOf(address: string): string {
  return address.replace(/^\s*(?:https?:\/\/)?(?:www\.)?/iu, "").toLowerCase();
}

/** Link to an image. Loading the image would reveal the reader's IP address to its server. */
function ImageLink({ slice, url, alt }: { readonly slice: string; readonly url: string; readonly alt: string }) {
  const opening = `![${alt}]`;
  const isNamed = alt.trim() !== "" && isSafe(url) && slice.startsWith(opening);
  return (
    <SafeLink href={url} title={visibleString(url)}>
      {isNamed ? (
        <>
          <HiddenMark text="![" />
          <VisibleText text={alt} />
          <HiddenMark text={slice.slice(opening.length - 1)} />
        </>
      ) : (
        <VisibleText text={slice} />
      )}
    </SafeLink>
  );
}

function InlineCode({ slice }: { readonly slice: string }) {
  const marks = /^`+/u.exec(slice)?.[0] ?? "";
  return (
    <>
      <HiddenMark text={marks} />
      <code className={styles.inlineCode}>
        <VisibleText text={slice.slice(marks.length, slice.length - marks.length)} />
      </code>
      <HiddenMark text={marks} />
    </>
  );
}

export function renderText(source: Source, { start, end }: Pick<Span, "start" | "end">): ReactNode {
  const { text, formulas } = source;
  const within = formulas.filter((formula) => formula.start >= start && formula.end <= end);
  if (within.length === 0) return renderPlain(source, start, end);
  const rendered: ReactNode[] = [];
  let seen = start;
  for (const formula of within) {
    rendered.push(<Fragment key={seen}>{renderPlain(source, seen, formula.start)}</Fragment>);
    rendered.push(
      <MathFormula
        key={`${formula.start} formula`}
        text={text.slice(formula.start, formula.end)}
        tex={formula.tex}
        isDisplay={formula.isDisplay}
      />,
    );
    seen = formula.end;
  }
  rendered.push(<Fragment key={seen}>{renderPlain(source, seen, end)}</Fragment>);
  return rendered;
}

/** Renders text, and hides the backslash of an escaped character, such as `\*`. */
function renderPlain({ text, isNested }: Source, start: number, end: number): ReactNode {
  const parts = text.slice(start, end).split(/(\\)(?=[*_`~#>[\]{}()!|+-])/u);
  if (parts.length === 1 && !isNested) return <VisibleText text={parts[0] ?? ""} />;
  return parts.map((part, index) =>
    // Parts have no ids and never move, so the index is the key.
    index % 2 === 1 ? (
      <HiddenMark key={index} text={part} />
    ) : isNested ? (
      <NestedLines key={index} text={part} />
    ) : (
      <VisibleText key={index} text={part} />
    ),
  );
}
