declare module "subset-font" {
  /** Returns a font with the glyphs of a text, and with narrower axes of variation. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: "woff2";
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      /** Leaves out glyphs that only features of the font refer to. */
      readonly noLayoutClosure: boolean;
    },
  ): Promise<Uint8Array>;
}
