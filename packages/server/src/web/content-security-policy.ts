/**
 * Policy of the UI. Since it renders untrusted text, only its own files run, only its own origin is reachable, and no
 * text becomes markup (trusted types).
 */
export const webContentSecurityPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Attachments come from this origin; blob: and data: are what the page made of bytes that it holds.
  "img-src 'self' blob: data:",
  "media-src 'self' blob: data:",
  // A PDF, fetched and shown by the viewer of the browser.
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
