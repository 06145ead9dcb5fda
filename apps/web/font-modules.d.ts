declare module "subset-font" {
  /** Returns a font reduced to the glyphs of a text, and to the given ranges of its axes of variation. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: "woff2";
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      /** Omits glyphs that only the font's layout features can reach. */
      readonly noLayoutClosure: boolean;
    },
  ): Promise<Uint8Array>;
}
