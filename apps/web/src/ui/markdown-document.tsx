import Markdown, { type Components, defaultUrlTransform } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { markHiddenSigns } from "./mark-hidden-signs.ts";
import styles from "./markdown.module.css";
import { SafeLink } from "./safe-link.tsx";
import { HiddenSign, VisibleText } from "./visible-text.tsx";

const components: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  // An image would tell its server who reads this, and when.
  img: ({ src, alt }) => (
    <SafeLink href={src}>
      <VisibleText text={alt || src || "…"} />
    </SafeLink>
  ),
  input: ({ checked }) => <input type="checkbox" checked={checked === true} readOnly disabled />,
  table: ({ children }) => (
    <div className={styles.scroll}>
      <table>{children}</table>
    </div>
  ),
  // The sanitizer leaves no such attribute of the text's own.
  span: ({ children, ...props }) => {
    const label: unknown = "data-sign" in props ? props["data-sign"] : undefined;
    return typeof label === "string" ? <HiddenSign label={label} /> : <span>{children}</span>;
  },
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

/** What `MarkdownText` shows once the parser is there. */
export function MarkdownDocument({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize, markHiddenSigns]}
        urlTransform={(url) => defaultUrlTransform(url)}
        components={components}
      >
        {text}
      </Markdown>
    </div>
  );
}
