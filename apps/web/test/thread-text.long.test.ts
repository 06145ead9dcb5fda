import { sample } from "fast-check";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fuzzSeed } from "../../../packages/server/test/test-inputs.ts";
import { piecesOf } from "../src/messages/hidden-characters.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { generatedPrompt } from "./generated-prompts.ts";

/** Answer of a model with every kind of Markdown and markup that it may contain. */
const answer = [
  '<context>\n  <doc id="1">List<String> names = a < b && c > d;</doc>\n</context>',
  "<thinking>\nFirst line.\nSecond line,\n    indented.\n</thinking>",
  "# comment\ntotal = price * 2  # in euros",
  "**Bold**, _italic_, `code`, ~~gone~~, [a link](https://example.com/a) and &lt;escaped&gt; text.",
  "- one\n- two\n  - nested\n1. first\n2. second",
  "> A quotation\n> of two lines.",
  "| Town | Degrees |\n| :--- | ---: |\n| Berlin | 21 |\n| **Kyiv** | 19 |",
  "```python\ndef add(a: int, b: int) -> int:\n    # sums two numbers\n    return a + b  # <int>\n```",
  "The roots are $x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$, it costs $5 or $10, and\n$$\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$$",
  "שלום עולם, this line begins on the right.\nمرحبا: **نص** with `code`.\n日本語とEnglish。",
].join("\n\n");

/** Runs in the page. Returns the texts of the Markdown rendered in an element, without labels that CSS draws. */
function textsOf(place: Element): string[] {
  return [...place.querySelectorAll("[data-markdown]")].map((each) => {
    const copy = each.cloneNode(true) as Element;
    for (const drawn of copy.querySelectorAll("[data-formula]")) drawn.remove();
    return copy.textContent;
  });
}

const visible = (text: string): string =>
  piecesOf(text)
    .map((piece) => (piece.label === null ? piece.text : ""))
    .join("");

const inspector = (page: Page) => page.getByRole("complementary", { name: "Step" });

test("a page shows every character of a text, and its source after one click", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([{ id: "said", threadId: "t", type: "assistant_message", name: "Answer", output: { content: answer } }]),
  });
  await goto(`/projects/${projectId}/logs/threads/t`);
  const chat = page.getByRole("list", { name: "Chat" });
  await expectSoon(() => chat.evaluate(textsOf)).toEqual([answer]);
  await expectSoon(() => chat.locator("math").count()).toBe(2);
  await expectSoon(() => chat.locator("[data-token]").count()).toBeGreaterThan(3);
  await chat.getByRole("listitem").filter({ hasText: "nested" }).last().waitFor();
  await chat.locator("blockquote").waitFor();
  // Markdown syntax takes no space, but other lines keep their indentation.
  for (const box of await chat.locator("[data-markdown] strong").all())
    expect(await box.evaluate(({ previousElementSibling: mark }) => mark?.getBoundingClientRect().width)).toBe(0);
  const shown = await chat.innerText();
  for (const line of ['  <doc id="1">List<String> names', "    indented.", "total = price * 2  # in euros"])
    expect(shown).toContain(line);
  await expectAccessible(page);
  await chat.getByRole("button", { name: "Raw text" }).click();
  await expectSoon(() => chat.locator("pre").allTextContents()).toEqual([answer]);

  await goto(`/projects/${projectId}/logs/threads/t?view=tree&currentStepId=said`);
  for (const format of ["Formatted", "Markdown"]) {
    await inspector(page).getByRole("button", { name: format, exact: true }).click();
    await expectSoon(() => inspector(page).evaluate(textsOf)).toEqual([answer]);
  }
  await inspector(page).getByRole("button", { name: "Raw", exact: true }).click();
  await expectSoon(() => inspector(page).locator("pre").allTextContents()).toEqual([
    JSON.stringify({ content: answer }, null, 2),
  ]);
});

test("a page shows every character of generated prompts", async () => {
  const texts = sample(generatedPrompt, { numRuns: 60, seed: fuzzSeed })
    // The page shows a text of only spaces as empty, so these texts are ignored.
    .filter((text) => text.trim() !== "");
  const perStep = 20;
  const steps = Array.from({ length: Math.ceil(texts.length / perStep) }, (_, index) => ({
    id: `step-${index}`,
    threadId: "t",
    type: "llm",
    input: {
      messages: texts.slice(index * perStep, (index + 1) * perStep).map((content) => ({ role: "user", content })),
    },
  }));
  const { page, goto, projectId, graphql } = await openUi({ path: null, seed: ({ ingest }) => ingest(steps) });
  for (const { id } of steps) {
    const { step } = (await graphql("query ($id: String!) { step(id: $id) { input } }", { id })) as {
      readonly step: { readonly input: { readonly messages: readonly { readonly content: string }[] } };
    };
    const stored = step.input.messages.map(({ content }) => visible(content));
    await goto(`/projects/${projectId}/logs/threads/t?view=tree&currentStepId=${id}`);
    await expectSoon(() => inspector(page).evaluate(textsOf)).toEqual(stored);
  }
}, 240_000);
