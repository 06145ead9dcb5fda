import { type ReactNode, useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./content.module.css";
import { useThreadText } from "../messages.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

/** Shows the start of a text, and more on request. Megabytes of text would block the page. */
export function LongText({
  text,
  limit = 8_000,
  children,
}: {
  readonly text: string;
  readonly limit?: number | undefined;
  readonly children: (shown: string) => ReactNode;
}) {
  const t = useThreadText();
  const formats = useFormats();
  const [length, setLength] = useState(limit);
  return (
    <>
      {children(text.length > length ? text.slice(0, length) : text)}
      {text.length > length && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setLength(length * 4)}>
            {t("showMore")}
          </Button>
          <Button size="small" onClick={() => setLength(Infinity)}>
            {t("showAll", { size: formats.size(text.length) })}
          </Button>
        </div>
      )}
    </>
  );
}

export function RawText({ text }: { readonly text: string }) {
  return (
    <LongText text={text} limit={20_000}>
      {(shown) => (
        <pre className={styles.raw} dir="auto" tabIndex={0}>
          <VisibleText text={shown} />
        </pre>
      )}
    </LongText>
  );
}
