import { expect, test } from "vitest";
import { Threadline } from "../src/index.ts";

test("a disabled client sends nothing, needs no key and breaks nothing", async () => {
  const requests: unknown[] = [];
  const client = new Threadline({
    disabled: true,
    fetch: async (input) => {
      requests.push(input);
      return Response.json({});
    },
  });
  const result = await client.thread({ name: "t" }).wrap(() =>
    client.run({ name: "r" }).wrap(async () => {
      const attachment = await client.api.createAttachment({ content: new Uint8Array(3), name: "a.bin" });
      return attachment.name;
    }),
  );
  await client.step({ name: "s", type: "tool" }).send();
  await client.thread().upsert();
  const dataset = await client.api.createDataset({ name: "d" });
  await dataset.createItem({ input: { a: 1 } });
  const experiment = await dataset.createExperiment({ name: "e" });
  await client.experimentItemRun().wrap(() => experiment.log({ scores: [{ name: "s", type: "CODE", value: 1 }] }));
  await client.api.createScore({ name: "s", type: "HUMAN", value: 1, stepId: "x" });
  await client.api.createUser("ada");
  await client.api.getOrCreateUser("ada");
  await client.api.createGeneration({ messages: [] });
  await client.api.getOrCreatePrompt("p", [{ role: "user", content: "a" }]);
  await client.api.deleteStep("x");
  await expect(client.api.getStep("x")).resolves.toBeNull();
  await expect(client.api.getSteps()).resolves.toMatchObject({ data: [] });
  await client.flush();

  expect(result).toBe("a.bin");
  expect(dataset.name).toBe("d");
  expect(requests).toStrictEqual([]);
});
