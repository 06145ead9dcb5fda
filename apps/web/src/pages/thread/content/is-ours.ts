import { serviceUrl } from "../../../api/base-path.ts";

/**
 * Whether the page may load a URL. This is limited to files of the service, and data URIs of images, audio and video.
 */
export function isOurs(url: string): boolean {
  if (/^data:(image\/(png|jpe?g|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+);base64,/i.test(url)) return true;
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith(serviceUrl("api/files/"));
}
