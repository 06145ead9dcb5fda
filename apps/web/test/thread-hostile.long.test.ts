import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openUi } from "./browser/open-ui.ts";
import { byInputs } from "../../../packages/server/test/test-inputs.ts";
import { hostilePayloads, traceOfHostility, watchForHostility } from "./hostile-payloads.ts";

const stride = byInputs({ few: 11, some: 3, many: 1, all: 1 });
/** Uses every `stride`th payload. `stride` is a prime number, so that the sample has payloads of all groups. */
const tried = hostilePayloads.filter((_, index) => index % stride === 0);
const perStep = 12;

/** Returns steps with one hostile text in every short field, and all hostile texts in the long fields. */
function hostileSteps(): Readonly<Record<string, unknown>>[] {
  const count = Math.ceil(tried.length / perStep);
  return Array.from({ length: count }, (_, index) => {
    const texts = tried.slice(index * perStep, (index + 1) * perStep).map(({ text }) => text);
    const all = texts.join("\n\n");
    const [one = "", two = one, three = two] = texts;
    const type = ["user_message", "run", "llm", "tool", "assistant_message", "retrieval"][index % 6];
    return {
      id: `${index} ${onLine(one)}`,
      threadId: "hostile",
      type,
      name: one.slice(0, 900),
      startTime: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
      endTime: new Date(Date.UTC(2026, 0, 1) + index * 1000 + 500).toISOString(),
      error: index % 5 === 0 ? all : null,
      input: index % 2 === 0 ? { content: all } : { [two]: texts, nested: { [three]: { [one]: all } } },
      output: index % 3 === 0 ? all : { content: all },
      metadata: { [one]: texts, text: all },
      tags: [one.slice(0, 250), two.slice(0, 250)],
      environment: onLine(two),
      scores: [
        {
          name: three.slice(0, 900),
          type: "HUMAN",
          value: 1,
          label: one.slice(0, 900),
          scorer: two.slice(0, 900),
          comment: all,
        },
      ],
      attachments: texts.slice(0, 4).map((text, place) => ({
        name: text.slice(0, 900),
        mime: ["image/png", "audio/mpeg", "application/pdf", text.slice(0, 200)][place],
        url: [
          "javascript:globalThis.pwned=1",
          "https://attacker.example/a.png",
          "data:text/html,<script>1</script>",
          text,
        ][place],
      })),
      generation: {
        provider: one.slice(0, 900),
        model: two.slice(0, 900),
        error: index % 7 === 0 ? all : null,
        settings: { [one]: all },
        variables: { [two]: all },
        tools: [{ type: "function", function: { name: three, description: all } }],
        messages: [
          { role: one, name: two, content: all },
          { role: "system", content: all },
          {
            role: "user",
            name: one,
            content: [
              { type: "text", text: all },
              { type: "image_url", image_url: { url: "https://attacker.example/b.png" } },
            ],
          },
          {
            role: "assistant",
            content: [{ type: "thinking", thinking: all }],
            tool_calls: [{ id: one, function: { name: two, arguments: JSON.stringify({ [one]: all }) } }],
          },
          { role: "tool", tool_call_id: one, content: all },
        ],
        messageCompletion: { role: "assistant", content: all, refusal: all, reasoning_content: all },
      },
    };
  });
}

/** Makes a text a valid id or environment: short, and without control characters. */
function onLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ").slice(0, 200);
}

/** Scrolls through a list, so that each row is rendered once. */
async function scrollThrough(page: Page): Promise<void> {
  await page.locator("[data-rows]").evaluate(async (scroller) => {
    for (let top = 0; top <= scroller.scrollHeight; top += scroller.clientHeight * 0.8) {
      scroller.scrollTop = top;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  });
}

test("text in records is never executed on the thread page", { timeout: 240_000 }, async () => {
  expect(hostilePayloads.length).toBeGreaterThanOrEqual(300);
  const steps = hostileSteps();
  const { page, context, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async ({ ingest, graphql: send }) => {
      const [first] = tried;
      await send(
        `mutation ($id: String!, $name: String, $user: String, $tags: [String!], $metadata: Json) {
          upsertThread(id: $id, name: $name, participantId: $user, tags: $tags, metadata: $metadata) { id }
        }`,
        {
          id: "hostile",
          name: first?.text,
          user: onLine(first?.text ?? ""),
          tags: tried.slice(0, 20).map(({ text }) => text.slice(0, 250)),
          metadata: Object.fromEntries(tried.map(({ name, text }) => [`${name} ${text}`, text])),
        },
      );
      await ingest(steps);
    },
  });
  expect(await graphql('{ threadDetail(id: "hostile") { steps { id } } }')).toMatchObject({
    threadDetail: { steps: steps.map(({ id }) => ({ id })) },
  });

  await context.addInitScript(watchForHostility);
  for (const view of ["chat", "tree", "waterfall", "transcript"]) {
    await goto(`/projects/${projectId}/logs/threads/hostile?view=${view}&currentStepId=`);
    await page.locator("[data-rows]").waitFor();
    await scrollThrough(page);
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }

  await goto(`/projects/${projectId}/logs/threads/hostile?view=tree&currentStepId=`);
  await page.getByRole("treeitem").first().waitFor();
  for (const index of steps.keys()) {
    const format = ["Formatted", "Markdown", "JSON", "YAML", "Raw"][index % 5] ?? "";
    await page.keyboard.press("j");
    await page.locator(`aside [data-step^="${index} "]`).waitFor();
    await page.locator("aside").evaluate((aside, name) => {
      for (const details of aside.querySelectorAll("details")) details.open = true;
      for (const button of aside.querySelectorAll("button")) if (button.textContent === name) button.click();
    }, format);
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }
});
