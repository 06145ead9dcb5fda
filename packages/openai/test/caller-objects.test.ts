import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { instrument, observe } from "../src/index.ts";
import { majors } from "./majors.ts";
import { type Recording, startRecording } from "./recording.ts";
import { helpers, tools } from "./scenarios.ts";

let recording: Recording;

beforeAll(() => {
  recording = startRecording();
});
afterAll(() => recording.close());

const messages = [{ role: "user" as const, content: "When do you open?" }];
const body = { model: "gpt-4o-mini", messages };
const completion = { id: "chatcmpl-1", choices: [{ index: 0, message: { role: "assistant", content: "At nine." } }] };

/** Records that an object of the caller was read or called. */
type Note = (use: string) => void;

/** Calls with objects that call `note` whenever they are used. */
const uses: Record<string, (openai: OpenAI, note: Note) => unknown> = {
  "a getter of the body": (openai, note) =>
    openai.chat.completions.create({
      model: "gpt-4o-mini",
      get messages() {
        note("messages");
        return messages;
      },
    }),
  "a getter of a message": (openai, note) =>
    openai.chat.completions.create({
      ...body,
      messages: [
        {
          role: "user",
          get content() {
            note("content");
            return "When do you open?";
          },
        },
      ],
    }),
  "a serializer of the body": (openai, note) =>
    openai.chat.completions.create({
      ...body,
      toJSON: () => {
        note("body");
        return body;
      },
    } as never),
  "a serializer of a schema": (openai, note) =>
    openai.chat.completions.create({
      ...body,
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "opening",
          toJSON: () => {
            note("schema");
            return { name: "opening", schema: { type: "object" } };
          },
        },
      },
    } as never),
  "the methods of a list of tools": (openai, note) => {
    const list = tools();
    const noted = Object.assign([...list], {
      map: (...values: Parameters<typeof list.map>) => {
        note("map");
        return list.map(...values);
      },
    });
    return openai.chat.completions.create({ ...body, tools: noted as never });
  },
  "a proxy of the body": (openai, note) =>
    openai.chat.completions.create(
      new Proxy(body, {
        get: (target, key, receiver) => {
          note(`get ${String(key)}`);
          return Reflect.get(target, key, receiver) as unknown;
        },
      }),
    ),
  "getters of a tool that runs": (openai, note) => {
    const [tool] = tools();
    if (tool === undefined) return undefined;
    const definition = Object.defineProperty({ ...tool.function }, "name", {
      enumerable: true,
      get: () => {
        note("name");
        return "opening_hours";
      },
    });
    return helpers(openai)
      .runTools({ ...body, tools: [{ ...tool, function: definition }] })
      .finalContent();
  },
  "a getter of the tools that run": (openai, note) =>
    helpers(openai)
      .runTools({
        ...body,
        get tools() {
          note("tools");
          return tools();
        },
      })
      .finalContent(),
  "a getter of the options": (openai, note) =>
    openai.chat.completions.create(body, {
      get timeout() {
        note("timeout");
        return 5_000;
      },
    }),
  "a getter of the fields of a form": (openai, note) =>
    openai.images.createVariation({
      image: new File(["image"], "shop.png"),
      get n() {
        note("n");
        return 1;
      },
    }),
  "a getter of the options of a form": (openai, note) =>
    openai.images.createVariation(
      { image: new File(["image"], "shop.png") },
      {
        get timeout() {
          note("timeout");
          return 5_000;
        },
      },
    ),
};

describe.each(majors)("openai $major", ({ module: { OpenAI } }) => {
  const options = { apiKey: "key", baseURL: "http://provider.test/v1", fetch: async () => Response.json(completion) };
  const make = () => new OpenAI(options);

  test.each(Object.entries(uses))("%s: objects are used as often as without recording", async (_name, ask) => {
    const count = async (openai: OpenAI) => {
      const noted: string[] = [];
      await ask(openai, (what) => noted.push(what));
      return noted;
    };
    const without = await count(make());
    expect(await count(observe(make(), { client: recording.client }))).toStrictEqual(without);
    const undo = instrument({ OpenAI, client: recording.client });
    expect(await count(make()).finally(undo)).toStrictEqual(without);
    recording.check();
  });

  test("the sent request is recorded", async () => {
    const tag = `sent-${OpenAI.name}-${Math.random()}`;
    let reads = 0;
    const changing = {
      model: "gpt-4o-mini",
      get messages() {
        reads += 1;
        return [{ role: "user" as const, content: `read ${reads}` }];
      },
    };
    await observe(make(), { client: recording.client, tags: [tag] }).chat.completions.create(changing);
    expect((await recording.tagged(tag))[0]?.generation).toMatchObject({ messages: [{ content: "read 1" }] });
  });

  test("options that are changed in transit have the same effect as without recording", async () => {
    class GuardedOpenAI extends OpenAI {
      protected override async prepareOptions(given: { path: string }): Promise<void> {
        await super.prepareOptions(given as never);
        await Promise.resolve();
        if (own.path !== "/chat/completions") throw new RangeError(`goes to ${own.path}`);
      }
    }
    const own = { method: "post" as const, path: "/chat/completions", body };
    const ask = async (wrap: (openai: OpenAI) => OpenAI) => {
      own.path = "/chat/completions";
      const asked = wrap(new GuardedOpenAI(options))
        .request(own)
        .then(
          () => "answered",
          (error: unknown) => String(error),
        );
      queueMicrotask(() => queueMicrotask(() => (own.path = "/elsewhere")));
      return asked;
    };
    const without = await ask((openai) => openai);
    expect(without).toContain("goes to /elsewhere");
    expect(await ask((openai) => observe(openai, { client: recording.client }))).toBe(without);
    expect(Reflect.ownKeys(own)).toStrictEqual(["method", "path", "body"]);
  });

  test("a call of a client that prepares requests itself is recorded", async () => {
    class OwnOpenAI extends OpenAI {
      protected override async prepareRequest(): Promise<void> {}
    }
    const tag = `own-${OpenAI.name}-${Math.random()}`;
    const undo = instrument({ OpenAI, client: recording.client, tags: [tag] });
    await new OwnOpenAI(options).chat.completions.create(body).finally(undo);
    expect((await recording.tagged(tag))[0]?.output).toMatchObject({ content: "At nine." });
  });
});
