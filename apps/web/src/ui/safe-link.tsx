import type { ReactNode } from "react";

/** A link out of a record: to the web or an address, or, when it leads anywhere else, its text alone. */
export function SafeLink({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  return isSafe(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}

/** Whether a URL is absolute, of the web or of mail. */
export function isSafe(href: string | undefined): href is string {
  if (href === undefined || !URL.canParse(href)) return false;
  return ["http:", "https:", "mailto:"].includes(new URL(href).protocol);
}
