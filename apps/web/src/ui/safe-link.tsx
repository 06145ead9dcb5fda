import type { ReactNode } from "react";

export function SafeLink({
  href,
  title,
  children,
}: {
  readonly href: string | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  return isSafe(href) ? (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}

/** Whether a URL is an absolute http, https or mailto URL. */
export function isSafe(href: string | undefined): href is string {
  if (href === undefined || !URL.canParse(href)) return false;
  return ["http:", "https:", "mailto:"].includes(new URL(href).protocol);
}
