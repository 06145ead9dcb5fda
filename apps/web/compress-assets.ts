import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Matches files worth compressing. Images and fonts are compressed already. */
const compressible = /\.(?:css|js|json|svg|webmanifest)$/u;
/** Minimum size of a file to compress, in bytes. A smaller response fits into one packet anyway. */
const minSize = 1_000;

export const compressAssets: Plugin = {
  name: "compress-assets",
  async writeBundle({ dir }, bundle) {
    if (dir === undefined) return;
    const folder = dir;
    await Promise.all(
      Object.values(bundle).map(async (file) => {
        if (file.fileName.startsWith(".") || !compressible.test(file.fileName)) return;
        const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
        if (content.byteLength < minSize) return;
        const packed = gzipSync(content, { level: 9 });
        if (packed.byteLength < content.byteLength * 0.9) await writeFile(join(folder, `${file.fileName}.gz`), packed);
      }),
    );
  },
};
