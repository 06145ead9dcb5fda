import { expect, test } from "vitest";
import { sendError, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
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
  await dialog.getByText("This value is missing or not valid").waitFor();
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
  await dialog.getByText("The connection works. The provider lists 2 models.").waitFor();
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
  await dialog.getByText("The connection works. The provider lists 2 models.").waitFor();
  expect(provider.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual(
    Array.from({ length: 3 }, () => ["/v1/models", "Bearer model-key-0123456789abcdef"]),
  );
});
