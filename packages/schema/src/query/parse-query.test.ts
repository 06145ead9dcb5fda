import { expect, test } from "vitest";
import { formatQuery } from "./format-query.ts";
import { parseQuery } from "./parse-query.ts";
import { QueryError } from "./query-error.ts";

function mistakeIn(text: string): [string, string] {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return [error.message, text.slice(error.start, error.end)];
    throw error;
  }
  throw new Error(`${text} is valid`);
}

test.each([
  ["", null],
  ["  \n ", null],
  ["model:gpt-4o", "model:gpt-4o"],
  ["  a   b ", "a AND b"],
  ["a AND b", "a AND b"],
  ["a OR b c", "a OR (b AND c)"],
  ["(a OR b) c name:d e", "(a OR b) c name:d e"],
  ["((a b)) (c)", "a AND b AND c"],
  ["NOT a", "-a"],
  ["-(a OR b)", "-(a OR b)"],
  ["--a", "--a"],
  ["and or not", "and AND or AND not"],
  ['"OR"', '"OR"'],
  ['"two words"', '"two words"'],
  ['"say \\"hi\\" \\\\"', '"say \\"hi\\" \\\\"'],
  ['"plain"', "plain"],
  ["name:*part*", "name:*part*"],
  ['name:*"two words"*', 'name:*"two words"*'],
  ["error:*", "error:*"],
  ['name:"*"', 'name:"*"'],
  ["model:a,b,*c*", "model:a,b,*c*"],
  ["latency:>=2s", "latency:>=2s"],
  ["tokens:1k..2k", "tokens:1k..2k"],
  ["tokens:..2k", "tokens:*..2k"],
  ["tokens:1k..", "tokens:1k..*"],
  ["created:>2026-11-01T12:00:00Z", "created:>2026-11-01T12:00:00Z"],
  ["metadata.user.plan:pro", "metadata.user.plan:pro"],
  ['metadata."a b":"c d"', 'metadata."a b":"c d"'],
  ['score."tone of voice":<0.5', 'score."tone of voice":<0.5'],
  ['score.user-feedback:"not helpful",up', 'score.user-feedback:"not helpful",up'],
  ["it's 日本語 100%", "it's AND 日本語 AND 100%"],
])("the query %j is read as %j", (text, formatted) => {
  const query = parseQuery(text);
  expect(query && formatQuery(query)).toBe(formatted);
});

test.each([
  ['"refund', "Add a closing quote.", '"refund'],
  ["(a OR b", "Close this parenthesis.", "("],
  ["cost:>0.05 AND (", "Write a condition after this parenthesis, and close it.", "("],
  ["a (b (  ", "Write a condition after this parenthesis, and close it.", "("],
  ["a)", "Remove this parenthesis, or add an opening one before it.", ")"],
  ["()", "Write a condition between the parentheses.", ")"],
  ["a OR", "Write a condition after OR, or put it in quotes.", "OR"],
  ["OR a", "Write a condition on both sides of OR, or put it in quotes.", "OR"],
  ["a - b", 'Write "-" directly before what it excludes, or put it in quotes.', "-"],
  ["model: gpt", 'Write a value directly after "model:".', "model:"],
  ["model:a,", 'Write a value directly after "model:a,".', "model:a,"],
  ["model:(a OR b)", "Write several values with commas, such as model:gpt-4o,gpt-4o-mini.", "model:("],
  ["name:a*", 'To find values that contain a text, write "*" on both sides of the text: name:*text*.', "name:a*"],
  ["refund*", 'A text matches at any position: leave out "*", or put the text in quotes.', "refund*"],
  ["a.b c:d.e:f :x", "Put a text with a colon in quotes, or write a field before the colon.", ":x"],
  ["tokens:*..*", "Write a range as 1..5, 1..* or *..5. Put a text with two dots in quotes.", "tokens:*..*"],
  ['say"hi"', "Put a value with quotes, commas or parentheses in quotes.", 'say"'],
  ['""', "Write a text between the quotes.", '""'],
])("the query %j is rejected: %s", (text, message, wrong) => {
  const [given, place] = mistakeIn(text);
  expect(given).toBe(message);
  expect(place.startsWith(wrong) || wrong.startsWith(place)).toBe(true);
});

test("a query has limits on length, depth and number of values", () => {
  expect(mistakeIn("a".repeat(5_001))[0]).toContain("at most 5000 characters");
  expect(mistakeIn(`${"(".repeat(2_000)}a`)[0]).toContain("too deeply");
  expect(mistakeIn(`${"-".repeat(2_000)}a`)[0]).toContain("too deeply");
  expect(mistakeIn(`model:${"a,".repeat(1_000)}b`)[0]).toContain("too many values");
  expect(parseQuery(`${"(".repeat(20)}a${")".repeat(20)}`)).toMatchObject({ kind: "text" });
});
