/**
 * Policy of the UI. Since it renders untrusted text, only its own files run, only its own origin is reachable, and no
 * text becomes markup (trusted types).
 */
export const webContentSecurityPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Attachments have this origin; `blob:` and `data:` URLs are created by the page from bytes that it has.
  "img-src 'self' blob: data:",
  "media-src 'self' blob: data:",
  // A PDF, which is fetched and shown in the browser's viewer.
  "frame-src blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");
