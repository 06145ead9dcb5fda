/** Content of the files that the code reviewer reads, by path. */
export const reviewedFiles: Readonly<Record<string, string>> = {
  "src/payments/charge.ts":
    "export async function charge(order: Order): Promise<Receipt> {\n  const { id, total } = order;\n  log.info({ id, total }, 'charge');\n  return gateway.charge(total);\n}",
  "src/payments/retry.ts":
    "export async function retry<T>(work: () => Promise<T>, times = 3): Promise<T> {\n  for (let attempt = 1; ; attempt++) {\n    try { return await work(); }\n    catch (error) { if (attempt === times) throw error; }\n  }\n}",
  "src/payments/charge.test.ts":
    "test('charges an order once', async () => {\n  await charge(orderOf({ total: 4990 }));\n  expect(gateway.charges).toHaveLength(1);\n});",
  "src/http/client.ts":
    "const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });\nif (!response.ok) throw new HttpError(response.status);\nreturn response.json();",
  "src/products/list.ts":
    "const cache = new MemoryCache<Product[]>();\n\nexport async function products(locale: string) {\n  const list = await db.products.find({ locale });\n  return list.map(withPrice);\n}",
  "src/cache/memory-cache.ts":
    "export class MemoryCache<Value> {\n  readonly #entries = new Map<string, Value>();\n  get(key: string) { return this.#entries.get(key); }\n  set(key: string, value: Value) { this.#entries.set(key, value); }\n}",
  "src/products/list.test.ts":
    "test('lists products with prices', async () => {\n  const list = await products('en');\n  expect(list[0]).toMatchObject({ name: 'Ridge 2 tent', price: 289 });\n});",
  "migrations/0042_jobs.sql":
    "create table jobs (\n  id bigint generated always as identity primary key,\n  state text not null default 'ready',\n  run_at timestamptz not null default now(),\n  payload jsonb not null\n);",
  "src/queue/claim.ts":
    "export async function claim(client: Client): Promise<Job[]> {\n  const { rows } = await client.query(claimSql);\n  return rows.map(toJob);\n}",
  "src/queue/worker.ts":
    "setInterval(async () => {\n  for (const job of await claim(client)) await run(job);\n}, 1_000);",
  "src/queue/claim.test.ts":
    "test('two workers claim different jobs', async () => {\n  const [one, two] = await Promise.all([claim(first), claim(second)]);\n  expect(intersection(one, two)).toEqual([]);\n});",
  "docs/queue.md":
    "## Claiming jobs\n\nA worker claims up to ten jobs in one transaction, in the order of `run_at`. Failed jobs return to `ready` after a minute.",
  "invoices/export.py":
    "def export(invoice_id: str) -> str:\n    invoice = load(invoice_id)\n    template = read('invoices/templates/invoice.html')\n    return render(template, invoice)",
  "invoices/templates/invoice.html":
    "<h1>Invoice {number}</h1>\n<p>{customer}</p>\n<table>{positions}</table>\n<p>Total: {total}</p>",
  "tests/test_export.py":
    "def test_export_writes_a_pdf(tmp_path):\n    path = export(invoice_of(total=118))\n    assert open(path, 'rb').read(5) == b'%PDF-'",
  "src/theme/tokens.css":
    ":root {\n  --text: #1d2026;\n  --surface: #ffffff;\n  --border: #d9dce2;\n  --accent: #2f6f4f;\n}",
  "src/account/account.css":
    ".account-row {\n  color: var(--text);\n  background: var(--surface);\n  border-bottom: 1px solid var(--border);\n}",
  "src/theme/theme.test.ts":
    "test('text has enough contrast on each surface', () => {\n  for (const theme of themes) expect(contrast(theme.text, theme.surface)).toBeGreaterThan(4.5);\n});",
  "pnpm-lock.yaml":
    "lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: true\n\nimporters:\n  .:\n    dependencies:\n      zod:\n        specifier: ^4.1.0\n        version: 4.1.12",
  "package.json": '{\n  "private": true,\n  "dependencies": {\n    "react": "^19.2.0",\n    "zod": "^4.1.0"\n  }\n}',
  "packages/ui/dist/bundle.js":
    "var n=r(4172),o=r.n(n);e.exports=function(t){return o()(t,{deep:!0})};var i=r(88),a=r.n(i);",
  "packages/api/package.json": '{\n  "name": "@alder/api",\n  "dependencies": {\n    "zod": "^4.1.0"\n  }\n}',
  "renovate.json": '{\n  "extends": ["config:recommended"],\n  "schedule": ["before 6am on monday"]\n}',
};
