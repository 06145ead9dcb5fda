export interface ReviewScript {
  title: string;
  repository: string;
  tags: string[];
  /**
   * Paths of the files that the agent reads and searches. If a review has more tool calls than files, the agent
   * continues with the first file again.
   */
  files: string[];
  diff: string;
  findings: { path: string; line: number; severity: "high" | "medium" | "low"; text: string }[];
  summary: string;
}

export const reviewScripts: ReviewScript[] = [
  {
    title: "Retry payments on network errors",
    repository: "alder/checkout",
    tags: ["typescript", "payments"],
    files: ["src/payments/charge.ts", "src/payments/retry.ts", "src/payments/charge.test.ts", "src/http/client.ts"],
    diff: "@@ -18,7 +18,12 @@ export async function charge(order: Order) {\n-  return gateway.charge(order.total);\n+  for (let attempt = 0; attempt < 3; attempt++) {\n+    try { return await gateway.charge(order.total); }\n+    catch (error) { await sleep(200 * attempt); }\n+  }",
    findings: [
      {
        path: "src/payments/charge.ts",
        line: 20,
        severity: "high",
        text: "Without an idempotency key, a retry after a timeout can charge the customer twice. Send `order.id` as the key.",
      },
      {
        path: "src/payments/charge.ts",
        line: 21,
        severity: "medium",
        text: "The loop swallows the last error and returns undefined. Rethrow it after the third attempt.",
      },
    ],
    summary:
      "The retry is useful, but as written it can charge twice and hides the last error. I would block on the first finding.",
  },
  {
    title: "Cache the product list",
    repository: "alder/storefront",
    tags: ["typescript", "cache"],
    files: ["src/products/list.ts", "src/cache/memory-cache.ts", "src/products/list.test.ts"],
    diff: "@@ -4,6 +4,9 @@ const cache = new MemoryCache();\n export async function products(locale: string) {\n+  const cached = cache.get('products');\n+  if (cached) return cached;\n   const list = await db.products.find({ locale });",
    findings: [
      {
        path: "src/products/list.ts",
        line: 6,
        severity: "high",
        text: "The key lacks the locale: German customers get the list of whichever locale was asked for first.",
      },
      {
        path: "src/cache/memory-cache.ts",
        line: 31,
        severity: "low",
        text: "Entries never expire. A price change shows up after the next deployment only.",
      },
    ],
    summary:
      "One bug that customers would see (key without locale), one question about expiry. The rest is clear and tested.",
  },
  {
    title: "Move the job queue to PostgreSQL",
    repository: "alder/jobs",
    tags: ["sql", "migration"],
    files: [
      "migrations/0042_jobs.sql",
      "src/queue/claim.ts",
      "src/queue/worker.ts",
      "src/queue/claim.test.ts",
      "docs/queue.md",
    ],
    diff: "@@ -0,0 +1,9 @@\n+SELECT id FROM jobs\n+ WHERE state = 'ready'\n+ ORDER BY run_at\n+ LIMIT 10\n+ FOR UPDATE;",
    findings: [
      {
        path: "src/queue/claim.ts",
        line: 14,
        severity: "high",
        text: "Workers block each other: add `SKIP LOCKED`, otherwise ten workers do the work of one.",
      },
      {
        path: "migrations/0042_jobs.sql",
        line: 8,
        severity: "medium",
        text: "The query needs an index on `(state, run_at)`; a full scan of 4 million rows takes 900 ms.",
      },
      {
        path: "src/queue/worker.ts",
        line: 52,
        severity: "low",
        text: "`setInterval` starts a second round while the first one runs. Await the round, then wait.",
      },
    ],
    summary:
      "The direction is right. Two findings decide whether it scales beyond one worker: SKIP LOCKED and the index.",
  },
  {
    title: "Export invoices as PDF",
    repository: "alder/back-office",
    tags: ["python", "invoices"],
    files: ["invoices/export.py", "invoices/templates/invoice.html", "tests/test_export.py"],
    diff: "@@ -22,3 +22,6 @@ def export(invoice_id: str):\n+    html = template.format(**invoice)\n+    path = f'{exports}/{invoice_id}.pdf'\n+    write_pdf(html, path)",
    findings: [
      {
        path: "invoices/export.py",
        line: 23,
        severity: "high",
        text: "The customer's name goes into the HTML unescaped. A name with a script tag runs in the renderer.",
      },
      {
        path: "invoices/export.py",
        line: 24,
        severity: "medium",
        text: "`invoice_id` comes from the URL, so `../` writes outside of the folder. Use a temporary file.",
      },
    ],
    summary: "Both findings are exploitable by a customer. Please fix them before this goes out.",
  },
  {
    title: "Dark mode for the account pages",
    repository: "alder/storefront",
    tags: ["css", "accessibility"],
    files: ["src/theme/tokens.css", "src/account/account.css", "src/theme/theme.test.ts"],
    diff: "@@ -11,4 +11,7 @@ :root {\n+@media (prefers-color-scheme: dark) {\n+  :root { --text: #8a8f98; --surface: #17191d; }\n+}",
    findings: [
      {
        path: "src/theme/tokens.css",
        line: 12,
        severity: "medium",
        text: "Text on the surface has a contrast of 4.1:1, below the 4.5:1 of WCAG AA. `#9aa0aa` reaches 5.2:1.",
      },
    ],
    summary: "Looks good. One contrast value to raise, then this can be merged.",
  },
];

/** A review on the day with high costs. Its input includes generated files. */
export const costlyReview: ReviewScript = {
  title: "Upgrade all packages",
  repository: "alder/monorepo",
  tags: ["dependencies"],
  files: ["pnpm-lock.yaml", "package.json", "packages/ui/dist/bundle.js", "packages/api/package.json", "renovate.json"],
  diff: "@@ -1,4 +1,4 @@\n-lockfileVersion: '6.0'\n+lockfileVersion: '9.0'\n (41,806 changed lines)",
  findings: [
    {
      path: "package.json",
      line: 31,
      severity: "medium",
      text: "`zod` goes from 3 to 4, which changes error messages that `packages/api` compares in tests.",
    },
  ],
  summary: "Nearly all changes are in generated files. One upgrade needs a look: zod 4 changes error messages.",
};
