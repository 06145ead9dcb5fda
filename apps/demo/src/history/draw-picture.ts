import { crc32, deflateSync } from "node:zlib";

export type PictureSubject = "tent" | "boot" | "mug" | "parcel";

const width = 200;
const height = 150;

/** Hues for the objects in the pictures, in degrees. */
export const hues: readonly number[] = [12, 28, 46, 92, 158, 204, 236, 348];
const drawn = new Map<string, Uint8Array>();

/** Returns a small picture of a damaged object, as PNG. */
export function drawPicture(subject: PictureSubject, hue: number): Uint8Array {
  const key = `${subject} ${hue}`;
  const picture = drawn.get(key) ?? draw(subject, hue);
  drawn.set(key, picture);
  return picture;
}

function draw(subject: PictureSubject, hue: number): Uint8Array {
  const pixels = new Uint8Array((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      pixels.set(colorAt(subject, { x: x / width, y: y / height, hue }), y * (width * 3 + 1) + 1 + x * 3);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", new Uint8Array()),
  ]);
}

interface Point {
  /** Position as a fraction of the picture's width (`x`) and height (`y`). */
  x: number;
  y: number;
  hue: number;
}

type Color = [number, number, number];

const shapes: Record<PictureSubject, (x: number, y: number) => boolean> = {
  tent: (x, y) => y > 0.2 && y < 0.78 && Math.abs(x - 0.5) < (y - 0.2) * 0.62,
  boot: (x, y) =>
    (x > 0.3 && x < 0.5 && y > 0.18 && y < 0.72) ||
    (x >= 0.3 && x < 0.78 && y > 0.54 + Math.max(0, x - 0.62) * 0.4 && y < 0.78),
  mug: (x, y) =>
    (x > 0.32 && x < 0.6 && y > 0.28 && y < 0.76) || Math.abs(Math.hypot((x - 0.61) * 1.3, y - 0.5) - 0.13) < 0.025,
  parcel: (x, y) => x > 0.22 && x < 0.78 && y > 0.26 && y < 0.78,
};

function colorAt(subject: PictureSubject, { x, y, hue }: Point): Color {
  if (!shapes[subject](x, y)) return y > 0.74 ? shade(38, 0.18, 0.72 - y * 0.15) : shade(205, 0.16, 0.92 - y * 0.12);
  const tear = 0.55 + Math.abs(((x * 14) % 2) - 1) * 0.05;
  if (x > 0.42 && x < 0.62 && Math.abs(y - tear) < 0.012) return shade(20, 0.3, 0.12);
  if (subject === "parcel" && Math.abs(x - 0.5) < 0.03) return shade(45, 0.5, 0.78);
  const light = 0.62 - (x - 0.3) * 0.3 - (y - 0.5) * 0.2;
  return shade(subject === "parcel" ? 32 : hue, 0.42, light);
}

function shade(hue: number, saturation: number, lightness: number): Color {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
