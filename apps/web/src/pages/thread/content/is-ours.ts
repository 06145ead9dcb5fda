import { serviceUrl } from "../../../api/base-path.ts";

/** Whether a URL may be loaded: a data URI of an image, audio or video, or a file of the service. */
export function isOurs(url: string): boolean {
  if (/^data:(image\/(png|jpe?g|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+);base64,/i.test(url)) return true;
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith(serviceUrl("api/files/"));
}
