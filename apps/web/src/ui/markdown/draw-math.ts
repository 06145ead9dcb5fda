import { render } from "katex";

/**
 * Renders TeX into an element, and returns whether it succeeded. The result contains no links, external resources or
 * own styles.
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
  // The source is already shown next to it.
  for (const annotation of place.querySelectorAll("annotation")) annotation.remove();
  return true;
}
