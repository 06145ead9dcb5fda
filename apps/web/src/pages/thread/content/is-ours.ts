import { serviceUrl } from "../../../api/base-path.ts";

/**
 * Whether the page may load media from a URL without contacting another server. This is the case for files of this
 * service, and for images, audio and video in data URIs.
 */
export function isOurs(url: string): boolean {
  if (/^data:(image\/(png|jpe?g|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+);base64,/i.test(url)) return true;
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith(serviceUrl("api/files/"));
}
