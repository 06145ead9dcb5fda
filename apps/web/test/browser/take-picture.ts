import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** Folder for the pictures in docs/. Without it, no pictures are taken. */
const folder = process.env["THREADLINE_PICTURES"];

/** Stores a picture of a page in a window of 1280 x 800 pixels. `height` is the height of the picture. */
export async function takePicture(page: Page, name: string, height = 800): Promise<void> {
  if (folder === undefined) return;
  await page.setViewportSize({ width: 1280, height });
  await writeFile(join(folder, `${name}.webp`), await toWebp(page, await page.screenshot()));
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Compresses a picture with the browser's encoder, in an empty page. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const packed = await blank.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL("image/webp", 0.8);
  }, png.toString("base64"));
  await blank.close();
  return Buffer.from(packed.slice(packed.indexOf(",") + 1), "base64");
}
