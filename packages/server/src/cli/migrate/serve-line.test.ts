import { expect, test } from "vitest";
import { parseLocation } from "./data-locations.ts";
import { describeServe } from "./serve-line.ts";

const secret = "postgres://ann:hidden-word@db:5432/x?sslmode=require";
const bucket = "s3://files/p?endpoint=https://s3.example.com";
test.each([
  ["postgres://db/x", "/a b/files", null, "THREADLINE_DATABASE_URL=postgres://db/x threadline serve --data-dir '/a b'"],
  [
    secret,
    "/a/files",
    "THREADLINE_MIGRATE_TO",
    'THREADLINE_DATABASE_URL="$THREADLINE_MIGRATE_TO" threadline serve --data-dir /a',
  ],
  [
    secret,
    bucket,
    null,
    `THREADLINE_DATABASE_URL='postgres://ann:PASSWORD@db:5432/x?sslmode=require' threadline serve --files-url '${bucket}'`,
  ],
  ["/data", bucket, null, `threadline serve --data-dir /data --files-url '${bucket}'`],
])("%s with files in %s is served by a command without secrets", (place, files, variable, expected) => {
  expect(describeServe(parseLocation("--to", place, files), variable)).toBe(expected);
});
