import type { ReactNode } from "react";
import styles from "./page-state.module.css";

/** Subject of a drawing: a list, a finished list, search results, a chart, an account, or a page. */
export type DrawingName = keyof typeof drawings;

const drawings = {
  list: (
    <>
      <rect className={styles.back} x="22" y="8" width="76" height="50" rx="6" />
      <rect x="14" y="16" width="92" height="52" rx="6" />
      <path d="M26 30h10M44 30h50M26 42h10M44 42h36M26 54h10M44 54h44" />
      <circle className={styles.accent} cx="98" cy="62" r="12" />
      <path className={styles.sign} d="M98 56.5v11M92.5 62h11" />
    </>
  ),
  done: (
    <>
      <rect className={styles.back} x="22" y="8" width="76" height="50" rx="6" />
      <rect x="14" y="16" width="92" height="52" rx="6" />
      <path d="M40 30h54M40 42h40M40 54h48" />
      <path className={styles.line} d="m24 30 3 3 5-6M24 42l3 3 5-6M24 54l3 3 5-6" />
    </>
  ),
  search: (
    <>
      <rect className={styles.back} x="14" y="12" width="92" height="56" rx="6" />
      <path d="M26 28h34M26 40h22M26 52h30" />
      <circle cx="76" cy="38" r="16" />
      <path className={styles.line} d="m88 50 14 14" />
    </>
  ),
  chart: (
    <>
      <rect className={styles.back} x="14" y="10" width="92" height="58" rx="6" />
      <path d="M26 20v36h68" />
      <path className={styles.line} d="m30 50 14-10 12 6 16-18 18 6" strokeDasharray="4 4" />
    </>
  ),
  account: (
    <>
      <rect className={styles.back} x="20" y="10" width="80" height="58" rx="6" />
      <circle cx="60" cy="32" r="9" />
      <path className={styles.line} d="M43 57c2-10 8-13 17-13s15 3 17 13" />
    </>
  ),
  missing: (
    <>
      <rect className={styles.back} x="20" y="10" width="80" height="58" rx="6" />
      <path d="M20 24h80M28 17h.01M35 17h.01M42 17h.01" />
      <path className={styles.line} d="m50 38 20 18m0-18L50 56" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export function DrawingShapes({ name }: { readonly name: DrawingName }) {
  return drawings[name];
}
