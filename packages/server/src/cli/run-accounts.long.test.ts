import { expect, test } from "vitest";
import { inEmptyFolders, serve, threadline } from "../../test/migrate/start-service.ts";

inEmptyFolders();

test("the first start prints the setup link; accounts are listed and recovered by commands", async () => {
  const server = await serve();
  const link = /(http\S+\/setup\?token=\S+)/.exec(server.text.notices)?.[1] ?? "";
  const { origin, searchParams } = new URL(link);
  expect(origin).toBe(server.url);
  const sendForm = (path: string, form: unknown): Promise<Response> =>
    fetch(`${server.url}/api/session/${path}`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify(form),
    });
  const form = { email: "ada@example.com", name: "Ada", password: "correct horse battery" };
  expect((await sendForm("setup", { ...form, token: searchParams.get("token") })).status).toBe(200);
  expect((await threadline(["account", "list"])).output).toMatch(/ada@example\.com\s+Ada\s+default \(owner\)/);

  expect((await threadline(["backup", "copy"])).code).toBe(0);
  expect((await threadline(["account", "list", "--data-dir", "copy"])).output).toContain("ada@example.com");

  const password = (await threadline(["account", "reset-password", "ada@example.com"])).output.trim();
  expect((await sendForm("sign-in", form)).status).toBe(401);
  expect((await sendForm("sign-in", { ...form, password })).status).toBe(200);
  expect((await threadline(["account", "reset-password", "eve@example.com"])).code).toBe(1);

  const signedIn = await sendForm("sign-in", { ...form, password });
  const cookie = (signedIn.headers.getSetCookie()[0] ?? "").split(";", 1)[0] ?? "";
  const ask = async (path: string, body: unknown) =>
    (
      await fetch(`${server.url}/api/session${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { origin, cookie, "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      })
    ).json() as Promise<Record<string, unknown>>;
  expect(await ask("/second-factor/begin", { password })).toMatchObject({ backupCodes: expect.any(Array) });
  expect((await threadline(["account", "sign-out", "ada@example.com"])).notices).toMatch(/Sessions revoked: [23]/);
  expect(await ask("", undefined)).toMatchObject({ signedIn: false });
  expect((await threadline(["account", "sign-out", "--all"])).notices).toContain("Sessions revoked: 0");
  expect((await threadline(["account", "sign-out"])).code).toBe(1);
  expect((await threadline(["account", "reset-second-factor", "ada@example.com"])).notices).toContain("password alone");
  expect((await threadline(["account", "reset-second-factor", "eve@example.com"])).code).toBe(1);

  expect((await threadline(["account", "change-email", "eve@example.com", "e@example.com"])).code).toBe(1);
  expect((await threadline(["account", "change-email", "ada@example.com", "ａda@example.com"])).code).toBe(1);
  expect((await threadline(["account", "change-email", "ada@example.com", "ADA@example.com"])).code).toBe(1);
  expect((await threadline(["account", "change-email", "Ada@example.com", "al@example.com"])).code).toBe(0);
  expect((await threadline(["account", "list"])).output).toMatch(/al@example\.com/);
  expect((await threadline(["account", "change-email", "al@example.com", "ada@example.com"])).code).toBe(0);

  expect((await threadline(["account", "disable", "Ada@example.com"])).notices).toMatch(
    /cannot sign in\. To undo this: threadline account enable ada@example\.com[^]*Projects left without an owner who can sign in: default/,
  );
  expect((await threadline(["account", "list"])).output).toMatch(/ada@example\.com.*disabled 20/);
  expect((await sendForm("sign-in", { ...form, password })).status).toBe(401);
  expect((await threadline(["account", "enable", "ada@example.com"])).code).toBe(0);
  expect((await sendForm("sign-in", { ...form, password })).status).toBe(200);
  expect((await threadline(["account", "disable", "eve@example.com"])).code).toBe(1);

  server.child.kill("SIGTERM");
  await server.finished;
  expect((await serve()).text.notices).not.toContain("/setup");
});
