import { expect, test } from "vitest";
import { choosePassword } from "./choose-password.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { commonPasswordDigests } from "./generated/common-password-digests.ts";

const owner = { email: "ada.lovelace@engines.example.com", name: "Augusta Ada King", host: "traces.example.org" };
const choose = (password: unknown) => choosePassword("newPassword", password, owner);

test("the list has ten thousand common passwords", () => {
  expect(Buffer.from(commonPasswordDigests, "base64")).toHaveLength(10_000 * 5);
});

test.each(["qwertyuiop", "QwertyUiop", "1q2w3e4r5t", "ｑｗｅｒｔｙｕｉｏｐ", "basketball", "0987654321"])(
  "%s is one of the most common passwords",
  async (password) => {
    await expect(choose(password)).rejects.toMatchObject({
      message: "newPassword: is one of the most common passwords; choose another",
      extensions: { code: "BAD_USER_INPUT", field: "newPassword", reason: "COMMON" },
    });
  },
);

test.each([
  "ada.lovelace@engines.example.com",
  "Ada Lovelace 1815",
  "augusta-ada-king",
  "Threadline2026!",
  "threadlinethreadline",
  "password+threadline",
  "!!passwort2026",
  "traces.example",
  "ADA0123456789",
])("%s consists of words about the account only", async (password) => {
  await expect(choose(password)).rejects.toMatchObject({
    message: expect.stringContaining("newPassword: must not consist only of your name"),
    extensions: { code: "BAD_USER_INPUT", field: "newPassword", reason: "OWN_WORDS" },
  });
});

test.each(["correct horse battery", "ada likes engines", "8395-1720-4466", "ブ".repeat(10), "threadline but longer"])(
  "%s is a valid password",
  async (password) => {
    expect(await choose(password)).toBe(password);
  },
);

test("random passwords are not mistaken for common ones", async () => {
  const tried = await Promise.all(Array.from({ length: 1_000 }, (_, index) => isCommonPassword(`${index} of no list`)));
  expect(tried).not.toContain(true);
});

test("checking a password of many short words takes linear time", async () => {
  const words = Array.from({ length: 60 }, (_, index) => "a".repeat(index + 3)).join(" ");
  const password = `${"a".repeat(1_000)}b`;
  expect(await choosePassword("password", password, { ...owner, name: words })).toBe(password);
});
