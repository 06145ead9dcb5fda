import { openUi, type Ui } from "./browser/open-ui.ts";

export const owner = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/** Starts a service with sign-in, and creates its first account with the setup link. */
export async function setUp(options: Parameters<typeof openUi>[0] = {}): Promise<Ui> {
  const ui = await openUi({ ...options, server: { noLogin: false, ...options.server }, path: null });
  const { setupPath } = await ui.server.ready;
  await ui.goto(setupPath ?? "");
  const { page } = ui;
  await page.getByLabel("Name").fill(owner.name);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("New password").fill(owner.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/logs/threads*");
  return ui;
}

export async function signIn({ page }: Ui, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}
