import { render } from "katex";

/**
 * Renders TeX into an element. Returns false if the TeX is invalid. The output has no links, external resources or
 * inline styles.
 */
export function drawMath({
  place,
  tex,
  isDisplay,
}: {
  readonly place: HTMLElement;
  readonly tex: string;
  readonly isDisplay: boolean;
}): boolean {
  try {
    render(tex, place, {
      output: "mathml",
      displayMode: isDisplay,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 100,
      maxSize: 20,
    });
  } catch {
    place.replaceChildren();
    return false;
  }
  // KaTeX adds an `annotation` element with the TeX. `MathFormula` already renders the TeX as text, so the element is
  // removed.
  for (const annotation of place.querySelectorAll("annotation")) annotation.remove();
  return true;
}
