import { useEffect, useRef, useState } from "react";
import { VisibleText } from "../visible-text.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";
import styles from "./markdown.module.css";

/**
 * A formula rendered as MathML. Its source stays part of the text. The source is visible until the formula is rendered,
 * and if it is invalid.
 */
export function MathFormula({
  text,
  tex,
  isDisplay,
}: {
  /** The formula with its delimiters. */
  readonly text: string;
  readonly tex: string;
  readonly isDisplay: boolean;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const draw = async (): Promise<void> => {
      // Loaded on demand, because the typesetter is large, and most texts contain no formula.
      const { drawMath } = await import("./draw-math.ts");
      if (isCurrent && place.current) setIsDrawn(drawMath({ place: place.current, tex, isDisplay }));
    };
    draw().catch(() => undefined);
    return () => void (isCurrent = false);
  }, [tex, isDisplay]);
  return (
    <span className={isDrawn && isDisplay ? styles.display : undefined} title={visibleString(text)} dir="ltr">
      <span className={isDrawn ? styles.drawn : styles.mark} aria-hidden={isDrawn || undefined}>
        <VisibleText text={text} />
      </span>
      <span ref={place} data-formula />
    </span>
  );
}
