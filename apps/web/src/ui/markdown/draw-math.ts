import { render } from "katex";

/**
 * Renders TeX into an element, and returns whether this succeeded. The rendered formula contains no links, external
 * resources or inline styles.
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
  // The annotation is removed, because the source is already part of the text next to it.
  for (const annotation of place.querySelectorAll("annotation")) annotation.remove();
  return true;
}
