import { Type } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { MarkdownText } from "../../../ui/markdown/markdown-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useThreadText } from "../messages.ts";
import styles from "./content.module.css";
import { LongText, RawText } from "./long-text.tsx";

/**
 * Maximum length of a text that is rendered as Markdown. A longer text is shown without formatting, because rendering
 * it as Markdown would block the page.
 */
const markdownLimit = 60_000;

export function TextPart({ text }: { readonly text: string }) {
  const t = useThreadText();
  const [isRaw, setIsRaw] = useState(false);
  return (
    <div className={styles.textPart}>
      <IconButton
        label={t("rawText")}
        size="small"
        className={styles.rawSwitch}
        isPressed={isRaw}
        onClick={(event) => {
          // The click would also select the card around the button.
          event.stopPropagation();
          setIsRaw(!isRaw);
        }}
      >
        <Type size={14} aria-hidden />
      </IconButton>
      {isRaw ? (
        <RawText text={text} />
      ) : (
        <LongText text={text} limit={6_000}>
          {(shown) =>
            shown.length > markdownLimit ? (
              <div className={styles.plain} dir="auto">
                <VisibleText text={shown} />
              </div>
            ) : (
              <MarkdownText text={shown} />
            )
          }
        </LongText>
      )}
    </div>
  );
}
