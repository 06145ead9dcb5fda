declare module "subset-font" {
  /**
   * Returns a smaller copy of a font: only the glyphs for `text`, and only the given range of each variation axis, such
   * as weight.
   */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: "woff2";
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      /** Whether to omit ligatures and other glyphs that no character of the text maps to directly. */
      readonly noLayoutClosure: boolean;
    },
  ): Promise<Uint8Array>;
}
