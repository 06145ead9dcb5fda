/** Types that a browser shows without running anything in them; all others are downloads. */
const inlineType = /^(image\/(png|jpeg|gif|webp|avif)|(audio|video)\/[\w.+-]+|application\/pdf|text\/plain)$/;

/** Whether a browser may show a file of this MIME type in place. */
export function isInlineType(mime: string): boolean {
  return inlineType.test(mime.split(";", 1)[0]?.trim().toLowerCase() ?? "");
}

/** A `Content-Disposition` header with the file's name in the ASCII and the UTF-8 form (RFC 6266). */
export function contentDisposition(kind: "attachment" | "inline", name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
