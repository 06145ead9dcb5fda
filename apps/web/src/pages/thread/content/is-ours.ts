import { serviceUrl } from "../../../api/base-path.ts";

/**
 * Whether the page can load media from a URL without contacting another server. True for files of this service, and for
 * data URIs with images, audio or video.
 */
export function isOurs(url: string): boolean {
  if (/^data:(image\/(png|jpe?g|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+);base64,/i.test(url)) return true;
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith(serviceUrl("api/files/"));
}
