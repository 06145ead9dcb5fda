import { afterAll, beforeAll, expect, test } from "vitest";
import type { Configuration } from "../../src/config/settings.ts";
import { startS3 } from "../files/s3-server.ts";
import type { S3Server } from "../files/s3-server.ts";
import { closedPort, examine, missingFolder } from "./examine.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

async function checkBucket(filesUrl: string, awsSecretAccessKey = s3.credentials.secretAccessKey) {
  const given: Partial<Configuration> = { filesUrl, awsAccessKeyId: s3.credentials.accessKeyId, awsSecretAccessKey };
  const found = await examine({ ...given, dataDir: missingFolder, port: await closedPort() });
  return found["files"];
}

test("a bucket stores, returns and deletes a file, and keeps nothing", async () => {
  const seen = s3.requests.length;
  expect(await checkBucket(s3.filesUrl("files/prefix"))).toMatchObject({
    level: "ok",
    message: "s3://files/prefix can store, read and delete files.",
  });
  expect(s3.requests.slice(seen).join("\n")).toMatch(/PUT \S+doctor(\/|%2F)[^]*DELETE \S+doctor(\/|%2F)/);
});

test("a missing bucket, a wrong secret, and a server that does not respond are reported", async () => {
  expect(await checkBucket(s3.filesUrl("nowhere"))).toMatchObject({ level: "failure" });
  const wrong = await checkBucket(s3.filesUrl("files"), "wrong-secret-of-a-test");
  expect(wrong).toMatchObject({ level: "failure", message: expect.stringContaining("SignatureDoesNotMatch") });
  expect(JSON.stringify(wrong)).not.toContain("wrong-secret-of-a-test");
  const away = await checkBucket(`s3://files?endpoint=http://127.0.0.1:${await closedPort()}`);
  expect(away).toMatchObject({ level: "failure", message: expect.stringContaining("cannot be reached") });
});

test("an unreachable public endpoint is reported", async () => {
  const elsewhere = `http://127.0.0.1:${await closedPort()}`;
  expect(await checkBucket(s3.filesUrl("files", { public: elsewhere }))).toMatchObject({
    level: "warning",
    message: `${elsewhere} cannot be reached from this machine.`,
  });
  expect(await checkBucket(s3.filesUrl("files", { public: s3.origin }))).toMatchObject({ level: "ok" });
});

test("a bucket without a login is reported", async () => {
  const found = await examine({ filesUrl: s3.filesUrl("files"), dataDir: missingFolder, port: await closedPort() });
  expect(found["files"]).toMatchObject({ level: "failure", message: expect.stringContaining("AWS_ACCESS_KEY_ID") });
});
