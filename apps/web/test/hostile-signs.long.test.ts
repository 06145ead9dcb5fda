import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

const turned = "invoice\u202Efdp.exe";
const tagged = "Good morning\u{E0049}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}";
const parted = "pass\u200Bword and 👩🏽‍💻";

test.each(["light", "dark"] as const)("invisible characters are labeled in place, %s", async (colorScheme) => {
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { colorScheme },
    seed: ({ ingest }) =>
      ingest([
        {
          id: "s",
          type: "tool",
          name: turned,
          threadId: "t",
          input: { [turned]: tagged, note: parted },
          output: { content: `**${tagged}**\n\n${parted}` },
          error: `failed at ${turned}`,
          tags: [parted],
          metadata: { [tagged]: turned },
        },
      ]),
  });
  const signs = (): Promise<string[]> =>
    page.locator("[data-sign]").evaluateAll((marks) => marks.map((mark) => mark.getAttribute("data-sign") ?? ""));
  const expectNamed = async (least: number): Promise<void> => {
    await expectSoon(async () => new Set(await signs())).toEqual(new Set(["U+202E", "U+E0049×6", "U+200B"]));
    await expectSoon(async () => (await signs()).length).toBeGreaterThanOrEqual(least);
    const lines = (await page.locator("main").innerText()).split("\n");
    expect(lines.filter((line) => /[\u202E\u200B\u{E0000}-\u{E0FFF}]/u.test(line))).toEqual([]);
    await expectAccessible(page);
  };
  await goto(
    `/projects/${projectId}/logs/steps?columns=${encodeURIComponent('["name","input","output","tags","metadata"]')}`,
  );
  await expectNamed(5);

  await goto(`/projects/${projectId}/logs/threads/t?view=tree&currentStepId=s`);
  await expectNamed(7);
  expect(await page.getByText("👩🏽‍💻").count()).toBeGreaterThan(0);
});
