import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";
import { section, text, add } from "./comment-controls.ts";

const password = "a long enough password";

test("long lists of comments are shown in pages, and a new one is shown at once", async () => {
  const ui = await openUi({ seed: ({ ingest }) => ingest(supportThread), path: null });
  const { page } = ui;
  for (let index = 0; index < 60; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await ui.graphql(`mutation { createComment(threadId: "support", text: "number ${index}") { id } }`);
  }
  await ui.goto(`/projects/${ui.projectId}/logs/threads/support?view=tree&currentStepId=`);
  const articles = section(page, "Comments (60)").getByRole("article");
  await expectSoon(() => articles.count()).toBe(50);
  await page.getByRole("button", { name: "Show more comments" }).click();
  await expectSoon(() => articles.count()).toBe(60);
  await page.reload();
  await expectSoon(() => articles.count()).toBe(50);
  await text(page).fill("the newest");
  await add(page).click();
  await section(page, "Comments (61)").getByText("the newest").waitFor();
});

test("typing @ suggests members; viewers only read, and an owner deletes comments of others", async () => {
  const ui = await openUi({ server: { noLogin: false }, seed: ({ ingest }) => ingest(supportThread), path: null });
  const { page, context, url, projectId } = ui;
  const post = async (path: string, data: object): Promise<unknown> => {
    const headers = { origin: url, "x-threadline-project": projectId };
    const response = await context.request.post(`${url}${path}`, { data, headers });
    expect({ path, status: response.status() }).toEqual({ path, status: 200 });
    return response.json();
  };
  const signIn = async (email: string): Promise<void> => {
    await context.clearCookies();
    await post("/api/session/sign-in", { email, password });
  };
  const open = () => ui.goto(`/projects/${projectId}/logs/threads/support?view=tree`);
  const { setupPath } = await ui.server.ready;
  const token = new URL(setupPath ?? "", url).searchParams.get("token");
  await post("/api/session/setup", { token, email: "ada@example.com", name: "Ada Lovelace", password });
  for (const [name, role] of [
    ["Alan Turing", "annotator"],
    ["Grace Hopper", "viewer"],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one after the other
    await signIn("ada@example.com");
    const email = `${role}@example.com`;
    const query =
      "mutation ($email: String!, $role: ProjectRole!) { inviteMember(email: $email, role: $role) { url } }";
    const { data } = (await post("/api/graphql", { query, variables: { email, role } })) as {
      data: { inviteMember: { url: string } };
    };
    const invitation = new URL(data.inviteMember.url).searchParams.get("token");
    await context.clearCookies();
    await post("/api/session/accept-invitation", { token: invitation, name, password });
    // oxlint-enable no-await-in-loop
  }

  await signIn("annotator@example.com");
  await open();
  await text(page).pressSequentially("Look, @a");
  const members = page.getByRole("listbox", { name: "Members" });
  await expectSoon(() => members.getByRole("option").allInnerTexts()).toEqual([
    "Ada Lovelace",
    "Alan Turing",
    "Grace Hopper",
  ]);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  expect(await members.getByRole("option", { selected: true }).innerText()).toBe("Alan Turing");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  expect(await text(page).inputValue()).toBe("Look, @Ada Lovelace ");
  await page.keyboard.type("and @gra");
  await members.getByRole("option", { name: "Grace Hopper" }).click();
  await page.keyboard.type("@al");
  await members.waitFor();
  await page.keyboard.press("Escape");
  await members.waitFor({ state: "detached" });
  await add(page).click();
  const article = section(page).getByRole("article", { name: "Alan Turing" });
  await expectSoon(() => article.getByRole("paragraph").last().innerText()).toMatch(/^@Ada Lovelace\s*@Grace Hopper$/);
  expect(await article.getByText("Look, @Ada Lovelace and @Grace Hopper @al").count()).toBe(1);

  await signIn("viewer@example.com");
  await open();
  await article.waitFor();
  expect(await text(page).count()).toBe(0);
  expect(await article.getByRole("button").count()).toBe(0);

  await signIn("ada@example.com");
  const removal = "mutation ($id: String!) { removeMember(accountId: $id) { accountId } }";
  const found = (await post("/api/graphql", { query: "{ members { accountId name } }" })) as {
    data: { members: { accountId: string; name: string }[] };
  };
  const id = found.data.members.find(({ name }) => name === "Alan Turing")?.accountId;
  await post("/api/graphql", { query: removal, variables: { id } });
  await open();
  const former = section(page).getByRole("article", { name: "Alan Turing (no longer a member)" });
  await former.waitFor();
  expect(await former.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
  await former.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete comment" }).click();
  await section(page).getByText("No comments yet").waitFor();
});
