import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Matches files that are compressed. Images and fonts already are compressed. */
const compressible = /\.(?:css|js|json|svg|webmanifest)$/u;
/** Minimum size of a file to compress, in bytes. Smaller responses fit into one packet anyway. */
const minSize = 1_000;

/** Writes a gzipped copy next to each file of the build. The service sends the copies to browsers. */
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
