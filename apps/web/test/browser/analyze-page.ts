import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Returns the accessibility violations that axe finds in a page. Loads axe only once per document, because loading
 * takes twice as long as an analysis. Skips frames, because the UI only shows PDF files in them.
 */
export async function analyzePage(
  page: Page,
  { exclude = [], ...options }: axe.RunOptions & { readonly exclude?: string[] } = {},
): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return await page.evaluate(
    async ([context, run]) => {
      // `axe` is a global variable of the page.
      const { violations } = await axe.run(context, run);
      return violations;
    },
    [{ exclude }, { ...options, iframes: false, resultTypes: ["violations"] }] satisfies [
      axe.ElementContext,
      axe.RunOptions,
    ],
  );
}
