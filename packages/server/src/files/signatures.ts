/** Number of bytes that {@link fitsType} reads. */
export const headBytes = 64;

type Fits = (head: Buffer) => boolean;

const at =
  (offset: number, text: string): Fits =>
  (head) =>
    head.subarray(offset, offset + text.length).equals(Buffer.from(text, "latin1"));
const both =
  (one: Fits, other: Fits): Fits =>
  (head) =>
    one(head) && other(head);
const riff = (kind: string): Fits => both(at(0, "RIFF"), at(8, kind));

/** MPEG audio starts with eleven set bits, and ADTS with twelve. Only the first eleven bits are checked. */
const isMpegFrame: Fits = (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;

const media: readonly Fits[] = [
  at(4, "ftyp"),
  at(4, "moov"),
  at(0, "\x1a\x45\xdf\xa3"),
  at(0, "OggS"),
  at(0, "fLaC"),
  at(0, "ID3"),
  at(0, "MThd"),
  at(0, "#!AMR"),
  at(0, "FLV\x01"),
  at(0, ".snd"),
  at(0, "caff"),
  at(0, "\x30\x26\xb2\x75"),
  at(0, "\x00\x00\x01\xba"),
  at(0, "\x00\x00\x01\xb3"),
  both(at(0, "FORM"), at(8, "AIF")),
  riff("WAVE"),
  riff("AVI "),
  isMpegFrame,
];

/** First bytes of the types that browsers display inline. docs/decisions/0054 explains why no library is used. */
const signatures: readonly (readonly [RegExp, readonly Fits[]])[] = [
  [/^image\/png$/, [at(0, "\x89PNG\r\n\x1a\n")]],
  [/^image\/jpeg$/, [at(0, "\xff\xd8\xff")]],
  [/^image\/gif$/, [at(0, "GIF87a"), at(0, "GIF89a")]],
  [/^image\/webp$/, [riff("WEBP")]],
  [/^image\/avif$/, [both(at(4, "ftyp"), (head) => /avi[fs]/.test(head.toString("latin1", 8)))]],
  [/^application\/pdf$/, [at(0, "%PDF-")]],
  [/^text\/plain$/, [(head) => !head.includes(0)]],
  [/^(audio|video)\//, media],
];

/** Whether the first bytes of a file match its MIME type. False for all types that browsers do not show inline. */
export function fitsType(mime: string, head: Uint8Array): boolean {
  const type = mime.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const known = signatures.find(([pattern]) => pattern.test(type))?.[1] ?? [];
  return known.some((fits) => fits(Buffer.from(head)));
}
