import { useEffect, useRef, useState } from "react";
import { VisibleText } from "../visible-text.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";
import styles from "./markdown.module.css";

/**
 * Formula as MathML. The source `text` is visible until the formula is rendered, and stays visible if the TeX is
 * invalid. A rendered formula keeps the source as hidden text, so that searches and copies include the source.
 */
export function MathFormula({
  text,
  tex,
  isDisplay,
}: {
  readonly text: string;
  readonly tex: string;
  readonly isDisplay: boolean;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const draw = async (): Promise<void> => {
      // The typesetter is large, and most texts contain no formula, so it is loaded on demand.
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
