import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";

interface FeedbackToken {
  readonly token: string;
  readonly url: string;
}

async function createToken({ graphql }: Ui, args: string): Promise<FeedbackToken> {
  const { createFeedbackToken } = (await graphql(`mutation { createFeedbackToken(${args}) { token url } }`)) as {
    createFeedbackToken: FeedbackToken;
  };
  return createFeedbackToken;
}

async function openShop(ui: Ui, html: string): Promise<Page> {
  const shop = createHttpServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Shop</title>${html}`);
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const context = await ui.context.browser()?.newContext();
  if (!context) throw new Error("The browser was closed.");
  onTestFinished(async () => {
    await context.close();
    shop.closeAllConnections();
    shop.close();
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  return page;
}

const hostile = `<img src=x onerror="document.title='taken'"><script>alert(1)</script>[x](javascript:alert(2)) \u202e`;

test("T127: feedback of a page at another origin is shown as text, and the page can read nothing", async () => {
  const ui = await openUi({ path: null });
  await ui.ingest([{ id: "answer", type: "assistant_message", threadId: "t", output: { content: "At nine." } }]);
  const { token } = await createToken(ui, 'stepId: "answer", scorer: "<b>ada</b>"');
  const page = await openShop(
    ui,
    `<form data-threadline-feedback="${token}">
       <input name="comment"><button name="value" value="1">Good</button><button name="value" value="0">Bad</button>
     </form><script src="${ui.url}/feedback.js" crossorigin></script>`,
  );
  await page.locator("input").fill(hostile);
  await page.getByRole("button", { name: "Bad", exact: true }).click();
  const state = () => page.locator("form").getAttribute("data-state");
  await expectSoon(state).toBe("sent");
  // Other requests to the service need a preflight, so the browser blocks them.
  const blocked = await page.evaluate(
    `Promise.all(["api/graphql", "api/my-project", "api/upload/file"].map((path) =>
      fetch("${ui.url}/" + path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })
        .then(() => "read", (error) => error.name)))`,
  );
  expect(blocked).toEqual(["TypeError", "TypeError", "TypeError"]);
  const refused = await page.evaluate(
    `threadlineFeedback("${token.slice(0, -1)}", { value: 1 }).catch((error) => error.message)`,
  );
  expect(refused).toContain("token: is not valid");

  await ui.goto(`/projects/${ui.projectId}/logs/threads/t?currentStepId=answer`);
  const comment = ui.page.getByText("document.title='taken'");
  await comment.waitFor();
  expect(await ui.page.getByText("<b>ada</b>").count()).toBeGreaterThan(0);
  expect(await ui.page.locator("img[src=x], a[href^=javascript]").count()).toBe(0);
  expect(await ui.page.title()).not.toBe("taken");
  await ui.goto(`/projects/${ui.projectId}/logs/scores`);
  await ui.page.getByText("document.title='taken'").waitFor();
  expect(await ui.page.title()).not.toBe("taken");
});

test("the React example sends feedback at once, and then its comment", async () => {
  const ui = await openUi({ path: null });
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createElement } from "react";
        import { createRoot } from "react-dom/client";
        import { FeedbackButtons } from "../../examples/feedback-buttons.tsx";
        createRoot(document.querySelector("main")).render(createElement(FeedbackButtons, given));`,
      resolveDir: new URL("..", import.meta.url).pathname,
    },
    bundle: true,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  const given = await createToken(ui, 'threadId: "t"');
  const page = await openShop(
    ui,
    `<main></main><script>const given = ${JSON.stringify(given)}; ${outputFiles[0]?.text ?? ""}</script>`,
  );
  const scores = async () => {
    const { scores: found } = (await ui.graphql("{ scores { edges { node { value comment threadId } } } }")) as {
      scores: { edges: { node: unknown }[] };
    };
    return found.edges.map(({ node }) => node);
  };
  await page.getByRole("button", { name: "Helpful", exact: true }).click();
  await page.getByText("Thank you").waitFor();
  expect(await scores()).toEqual([{ value: 1, comment: null, threadId: "t" }]);
  await page.getByLabel("Comment").fill("Friendly");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expectSoon(scores).toEqual([{ value: 1, comment: "Friendly", threadId: "t" }]);
  await ui.graphql('mutation { upsertThread(id: "t") { id } deleteThread(id: "t") { id } }');
  await page.getByRole("button", { name: "Not helpful" }).click();
  await page.getByText("was not sent").waitFor();
});
