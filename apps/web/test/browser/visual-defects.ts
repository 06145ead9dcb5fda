import type { Page } from "playwright-core";
import { analyzePage } from "./analyze-page.ts";

/**
 * Maximum number of checks of the layout. A check with defects is repeated, because content that just arrived may cause
 * them. Defects that stay are reported.
 */
const maxLooks = 30;
/** Maximum number of analyses by axe, which take longer. */
const maxAnalyses = 8;

/** Returns descriptions of the visual defects of a page; an empty list if there are none. */
export async function findVisualDefects(page: Page): Promise<string[]> {
  const looks = [
    { find: () => page.evaluate(lookAround), most: maxLooks },
    { find: () => findViolations(page), most: maxAnalyses },
  ];
  const found: string[] = [];
  for (const { find, most } of looks) {
    let defects: string[] = [];
    for (let look = 0; look < most; look += 1) {
      // oxlint-disable no-await-in-loop -- one check after the other
      await page.evaluate(settled);
      defects = await find();
      // oxlint-enable no-await-in-loop
      if (defects.length === 0) break;
    }
    found.push(...defects);
  }
  return found;
}

async function findViolations(page: Page): Promise<string[]> {
  const violations = await analyzePage(page, {
    // These elements only move the focus. They surround an open list that axe does not recognize as modal.
    exclude: ["[data-base-ui-focus-guard]"],
    rules: {
      // Menus, popovers and dialogs are modal, so they may be outside the landmarks.
      region: { enabled: false },
      // Part of WCAG 2.2 AA, but disabled by default.
      "target-size": { enabled: true },
    },
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 4).map(({ target, failureSummary = "" }) => {
      const [, reason = ""] = failureSummary.split("\n");
      return `${id}: ${target.join(" ")} ${reason.trim()}`;
    }),
  );
}

/** Runs in the page. Resolves when fonts are loaded and finite animations have ended. */
async function settled(): Promise<void> {
  await document.fonts.ready;
  const passing = document
    .getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
  await Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Runs in the page. Finds content wider than the document, controls that are cut off, and text that is too small. */
function lookAround(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in a window of ${clientWidth}`);
  for (const frame of document.querySelectorAll("main, [role=dialog]")) {
    if (frame.scrollWidth > frame.clientWidth + 1)
      found.push(`${frame.tagName.toLowerCase()} is ${frame.scrollWidth} wide in a frame of ${frame.clientWidth}`);
  }
  const popup = [...document.querySelectorAll("[role=dialog], [role=menu]")].findLast((each) => each.checkVisibility());
  if (popup) {
    const { left, top, width, height } = popup.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, innerHeight / 2));
    if (!popup.contains(seen)) found.push(`${popup.role} is behind ${seen?.className ?? "the window"}`);
  }
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;

  for (const control of document.querySelectorAll<HTMLElement>(
    "button, select, input:not([type=hidden]), textarea, [role=tab], nav a",
  )) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = control.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const isButton = control.matches("button, [role=tab], nav a");
    const style = getComputedStyle(control);
    if (
      isButton &&
      style.textOverflow !== "ellipsis" &&
      control.scrollWidth > control.clientWidth + 1 &&
      style.overflowX !== "visible"
    )
      found.push(`${nameOf(control)} is wider inside than it is`);
    let isReachable = false;
    for (let around = control.parentElement; around && !isReachable; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) isReachable = true;
      else if (/hidden|clip/.test(overflowX)) {
        const frame = around.getBoundingClientRect();
        const isVisuallyHidden = frame.width <= 1;
        if (!isVisuallyHidden && (box.right > frame.right + 1 || box.left < frame.left - 1))
          found.push(`${nameOf(control)} is cut off by ${around.className}`);
      }
      if (position === "fixed") break;
    }
    if (!isReachable && (box.right > innerWidth + 1 || box.left < -1))
      found.push(`${nameOf(control)} is outside of the window`);
  }

  const small = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!parent || text.nodeValue?.trim() === "" || !parent.checkVisibility()) continue;
    // Formulas are skipped, because the math library sets the size of subscripts and superscripts.
    if (parent.closest(".katex, .visually-hidden, svg, noscript, script, style")) continue;
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    // Text of size 0 is the invisible source of the formula or label beside it.
    if (size > 0 && size < 12)
      small.add(
        `${size}px: ${parent.tagName.toLowerCase()}.${parent.className} "${text.nodeValue?.trim().slice(0, 30)}"`,
      );
  }
  return [...found, ...[...small].slice(0, 8)];
}
