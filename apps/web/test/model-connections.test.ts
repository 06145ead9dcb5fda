import type { ServerResponse } from "node:http";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { sendError, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { setUp } from "./set-up-owner.ts";

test("a connection is created, tested, changed and deleted, and its key is never shown again", async () => {
  const provider = await startModelServer();
  const { page, goto, projectId } = await setUp({ server: { modelHosts: ["127.0.0.1"] } });
  await goto(`/projects/${projectId}/settings/connections`);
  await page.getByText("No model connections yet").waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add connection" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("Enter a name.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Local models");
  await choose(dialog.getByLabel("API", { exact: true }), "OpenAI-compatible");
  await dialog.getByLabel("Base URL").fill("http://10.0.0.1/v1");
  await dialog.getByLabel("API key", { exact: true }).fill("model-key-0123456789abcdef");
  await dialog.getByLabel("Allowed models").fill("gpt-4o\nother");
  await dialog.getByLabel("Daily budget (USD)").fill("5");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("10.0.0.1 is not a public address").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Base URL").fill(`${provider.origin}/v1`);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const row = page.getByRole("row", { name: /Local models/ });
  await row.getByText("…cdef").waitFor();
  await row.getByText("gpt-4o").waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Test Local models" }).click();
  await dialog.getByRole("button", { name: "Send test" }).click();
  await dialog.getByText("The model responded in").waitFor();
  await dialog.getByText("ready", { exact: true }).waitFor();
  await expectAccessible(page);
  provider.reply((response) => sendError(response, 401, "Wrong key"));
  await dialog.getByRole("button", { name: "Send test" }).click();
  await dialog.getByText("The key is missing or was rejected").waitFor();
  await dialog.getByText("rejected the key (401): Wrong key").waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  await page.getByRole("button", { name: "Edit Local models" }).click();
  expect(await dialog.getByLabel("API key", { exact: true }).inputValue()).toBe("");
  await dialog.getByText("Leave empty to keep the key ending in cdef").waitFor();
  await dialog.getByLabel("Delete the stored key").check();
  await dialog.getByLabel("Name", { exact: true }).fill("Renamed");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page
    .getByRole("row", { name: /Renamed/ })
    .getByText("none", { exact: true })
    .waitFor();
  await page.getByRole("button", { name: "Delete Renamed" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No model connections yet").waitFor();
});

test("in a low window, the buttons of a dialog stay visible, and cover no focused field", async () => {
  const { page, goto, projectId } = await setUp({ server: { modelHosts: ["127.0.0.1"] } });
  await page.setViewportSize({ width: 390, height: 600 });
  await goto(`/projects/${projectId}/settings/connections`);
  await page.getByRole("button", { name: "Add connection" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await expectSoon(() => isOnTop(save)).toBe(true);
  await expectAccessible(page);
  // Moves through all fields of the form. The browser scrolls each into view.
  const fields = dialog.locator("form").locator("input, textarea, [role=combobox]");
  for (const field of await fields.all()) {
    // oxlint-disable-next-line no-await-in-loop -- one field after the other has the focus
    await field.focus();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expectSoon(() => isOnTop(field)).toBe(true);
  }
  expect(await isOnTop(save)).toBe(true);
});

test("before a connection is stored, it is tested, and its models are selected from the provider's list", async () => {
  const provider = await startModelServer();
  const { page, goto, projectId } = await setUp({ server: { modelHosts: ["127.0.0.1"] } });
  await goto(`/projects/${projectId}/settings/connections`);
  await page.getByRole("button", { name: "Add connection" }).click();
  const dialog = page.getByRole("dialog");
  await choose(dialog.getByLabel("API", { exact: true }), "OpenAI-compatible");
  await dialog.getByLabel("Base URL").fill(`${provider.origin}/v1`);
  await dialog.getByLabel("API key", { exact: true }).fill("model-key-0123456789abcdef");
  provider.reply((response) => sendError(response, 401, "Wrong key"));
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await dialog.getByText("The key is missing or was rejected").waitFor();
  const list = JSON.stringify({ data: [{ id: "gpt-4o" }, { id: "gpt-4o-mini" }] });
  provider.reply((response) => response.end(list));
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await dialog
    .getByText("The provider lists 2 models. Some providers check the key only when a model is called.")
    .waitFor();
  const button = dialog.getByRole("button", { name: "Test connection" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await dialog.getByLabel("Allowed models").fill("my-own");
  await dialog.getByLabel("Models of the provider").click();
  await page.getByRole("option", { name: "gpt-4o-mini", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.getByLabel("Allowed models").inputValue()).toBe("my-own\ngpt-4o-mini");
  await expectAccessible(page);
  await dialog.getByLabel("Name", { exact: true }).fill("Local models");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page
    .getByRole("row", { name: /Local models/ })
    .getByText("my-own")
    .waitFor();
  await page.getByRole("button", { name: "Edit Local models" }).click();
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await dialog
    .getByText("The provider lists 2 models. Some providers check the key only when a model is called.")
    .waitFor();
  expect(provider.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual(
    Array.from({ length: 3 }, () => ["/v1/models", "Bearer model-key-0123456789abcdef"]),
  );
});

test("the result of a test disappears when the API, the URL, the key or the headers change", async () => {
  const provider = await startModelServer();
  const { page, goto, projectId } = await setUp({ server: { modelHosts: ["127.0.0.1"] } });
  await goto(`/projects/${projectId}/settings/connections`);
  await page.getByRole("button", { name: "Add connection" }).click();
  const dialog = page.getByRole("dialog");
  const check = dialog.getByRole("button", { name: "Test connection" });
  const key = dialog.getByLabel("API key", { exact: true });
  const works = dialog.getByText("The connection works. The provider lists 1 model.");
  const shown = () => Promise.all([works.count(), dialog.getByLabel("Models of the provider").count()]);
  await dialog.getByLabel("Base URL").fill(`${provider.origin}/v1`);
  await key.fill("model-key-0123456789abcdef");
  // The test does not use the budget, so it does not matter that it is not a number.
  await dialog.getByLabel("Daily budget (USD)").fill("much");
  provider.reply((response) => response.end(JSON.stringify({ data: [{ id: "gpt-4o" }] })));
  const change = {
    key: () => key.fill("model-key-fedcba9876543210"),
    headers: () => dialog.getByLabel("Additional headers").fill("x-team: support"),
    url: () => dialog.getByLabel("Base URL").fill(`${provider.origin}/v2`),
    kind: () => choose(dialog.getByLabel("API", { exact: true }), "Anthropic"),
  };
  for (const changeField of Object.values(change)) {
    // oxlint-disable no-await-in-loop -- one after the other
    await check.click();
    await works.waitFor();
    await dialog.getByLabel("Name", { exact: true }).fill("Models");
    expect(await shown()).toEqual([1, 1]);
    await changeField();
    await expect.poll(shown).toEqual([0, 0]);
    // oxlint-enable no-await-in-loop
  }

  const received = Promise.withResolvers<ServerResponse>();
  provider.reply((response) => received.resolve(response));
  await check.click();
  const late = await received.promise;
  await key.fill("model-key-0123456789abcdef");
  await expect.poll(() => check.isEnabled()).toBe(true);
  provider.reply((response) => sendError(response, 404, "No such path"));
  await check.click();
  await dialog.getByText("The provider has no list of models at this base URL.").waitFor();
  const arrived = page.waitForResponse("**/api/graphql");
  late.end(JSON.stringify({ data: [{ id: "gpt-4o" }] }));
  await arrived;
  await dialog.getByLabel("Name", { exact: true }).fill("Local models");
  expect(await shown()).toEqual([0, 0]);
});

test("each API but an OpenAI-compatible one requires a key, also with another base URL", async () => {
  const { page, goto, projectId } = await setUp({ server: { modelHosts: ["127.0.0.1"] } });
  await goto(`/projects/${projectId}/settings/connections`);
  await page.getByRole("button", { name: "Add connection" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await dialog.getByLabel("Name", { exact: true }).fill("Models");
  await dialog.getByText("Required. If a proxy at the base URL adds the key, enter any text.").waitFor();
  await dialog.getByLabel("Base URL").fill("http://127.0.0.1:1/v1");
  await save.click();
  const key = dialog.getByLabel("API key", { exact: true });
  await expect.poll(() => key.getAttribute("aria-invalid")).toBe("true");
  await dialog.getByText("Enter a key.", { exact: true }).waitFor();
  await expectAccessible(page);
  await choose(dialog.getByLabel("API", { exact: true }), "Task (your code)");
  await save.click();
  await dialog.getByText("Enter the signing secret.").waitFor();
  await choose(dialog.getByLabel("API", { exact: true }), "OpenAI-compatible");
  await dialog.getByText("Leave empty if the service at the base URL needs no key.").waitFor();
  expect(await key.getAttribute("aria-invalid")).not.toBe("true");
  await save.click();
  await page
    .getByRole("row", { name: /Models/ })
    .getByText("none", { exact: true })
    .waitFor();
});

test("a connection without allowed models is tested without a model name", async () => {
  const provider = await startModelServer();
  const ui = await setUp({ server: { modelHosts: ["127.0.0.1"] } });
  const { page, goto, projectId } = ui;
  await addConnection(ui, { name: "Local models", baseUrl: `${provider.origin}/v1` });
  await goto(`/projects/${projectId}/settings/connections`);
  provider.reply((response) => sendError(response, 401, "Wrong key"));
  await page.getByRole("button", { name: "Test Local models" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The key is missing or was rejected").waitFor();
  await expectAccessible(page);
  provider.reply((response) => response.end(JSON.stringify({ data: [{ id: "gpt-4o" }, { id: "gpt-4o-mini" }] })));
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await dialog.getByText("The provider lists 2 models.").waitFor();
  expect(provider.requests.map(({ path }) => path)).toEqual(["/v1/models", "/v1/models"]);

  provider.reply((response) => sendError(response, 401, "Wrong key"));
  await dialog.getByLabel("Model", { exact: true }).click();
  await page.getByRole("option", { name: "gpt-4o", exact: true }).click();
  await dialog.getByRole("button", { name: "Send test" }).click();
  await dialog.getByText("rejected the key (401): Wrong key").waitFor();
  expect(provider.requests.at(-1)?.path).toBe("/v1/chat/completions");
});

/** Returns whether an element is what the user sees near its bottom edge. */
function isOnTop(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, width, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, bottom - 4));
  });
}
