/**
 * Content security policy of the UI, which renders untrusted text: only its own files run, only its own origin is
 * reachable, and text cannot become markup (trusted types).
 */
export const webContentSecurityPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // `'self'` allows attachments, because they have the same origin as the page. `blob:` and `data:` allow the URLs that
  // the page creates from bytes that it already has.
  "img-src 'self' blob: data:",
  "media-src 'self' blob: data:",
  // For PDFs, which the page fetches and shows in the browser's viewer.
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
