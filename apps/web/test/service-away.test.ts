import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { closedPort } from "../../../packages/core/test/closed-port.ts";
import { builtUi } from "./browser/built-ui.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";

/** Starts a service that can be stopped, and restarted on the same port with the same records. */
async function startAndStop() {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-away-"));
  const webDir = await builtUi();
  // Keeps other processes from using the port while the service is down.
  const port = await closedPort();
  let stop = async (): Promise<void> => {};
  const start = async () => {
    const server = createServer({ dataDir, noLogin: true, webDir, apiKey: "a-key-for-tests" });
    const { project } = await server.ready;
    const listener = await listen(server, { port, closeTimeout: 1_000 });
    stop = async () => {
      stop = async () => {};
      await listener.close();
      await server.close();
    };
    return { url: listener.url, projectId: project.id };
  };
  onTestFinished(async () => {
    await stop();
    await rm(dataDir, { recursive: true });
  });
  return { ...(await start()), start, stop: () => stop() };
}

test("a page reports an unreachable service, stays readable, rejects changes, and continues once it is back", async () => {
  const service = await startAndStop();
  const { page } = await openUi({ path: null, origin: service.url });
  // Elements outside an open dialog have no accessible role, so this finds the notice by its text.
  const notice = page.getByText("Cannot reach the service.");
  await page.goto(`${service.url}/projects/${service.projectId}/datasets`);
  await page.getByRole("heading", { name: "No datasets yet" }).waitFor();
  await page.getByRole("button", { name: "New dataset" }).click();
  await page.getByLabel("Name").fill("capitals");
  expect(await notice.count()).toBe(0);

  // The page of a live list notices that its stream has ended.
  await service.stop();
  await notice.waitFor();
  await page.getByRole("button", { name: "Create" }).click();
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("your change may not have been saved");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "No datasets yet" }).waitFor();
  await expect.poll(() => notice.innerText()).toContain("Your last change may not have been saved");
  await expectAccessible(page);

  await service.start();
  const back = page.getByText("The service is available again.");
  await back.waitFor();
  await page.getByRole("button", { name: "New dataset" }).click();
  await page.getByLabel("Name").fill("capitals");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { level: 1, name: "capitals" }).waitFor();
  await expect.poll(() => back.count()).toBe(0);
});
