import { Buffer } from "node:buffer";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** Unicode ranges of the Latin font files. They equal the `unicode-range` of these files. */
const ranges = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
] as const;
const latin = ranges
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
  .join("");

/** Reduces the Latin fonts, which every page loads, to the weights and glyphs that the UI uses. */
export const subsetFonts: Plugin = {
  name: "subset-fonts",
  apply: "build",
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !/-latin-wght-normal-[\w-]+\.woff2$/.test(file.fileName)) continue;
      const isCode = file.fileName.includes("mono");
      file.source = await subsetFont(Buffer.from(file.source), latin, {
        targetFormat: "woff2",
        variationAxes: { wght: { min: 400, max: isCode ? 600 : 650 } },
        // `noLayoutClosure` drops alternate glyphs, such as ligatures. The code font drops them, because ligatures
        // would hide characters. Inter keeps them, because its tabular figures are alternate glyphs.
        noLayoutClosure: isCode,
      });
    }
  },
};
