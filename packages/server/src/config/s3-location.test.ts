import { expect, test } from "vitest";
import { bucketUrl, parseS3Location } from "./s3-location.ts";

test("a bucket without an endpoint is on AWS, addressed by host name", () => {
  const location = parseS3Location("s3://files");
  expect(location).toEqual({
    bucket: "files",
    prefix: "",
    region: undefined,
    endpoint: undefined,
    style: "virtual",
    publicEndpoint: undefined,
  });
  expect(bucketUrl("https://s3.eu-west-1.amazonaws.com", location)).toBe("https://files.s3.eu-west-1.amazonaws.com/");
});

test("a bucket on another endpoint is addressed by path by default", () => {
  const store = "endpoint=http://minio:9000/&region=local&public=https://s3.example.com/store/";
  const location = parseS3Location(`s3://files/a/b.c/?${store}`);
  expect(location).toMatchObject({
    prefix: "a/b.c/",
    region: "local",
    endpoint: "http://minio:9000",
    publicEndpoint: "https://s3.example.com/store",
  });
  expect(bucketUrl("http://minio:9000", location)).toBe("http://minio:9000/files/");
  expect(bucketUrl("https://s3.example.com/store", location)).toBe("https://s3.example.com/store/files/");
  const virtual = parseS3Location(`s3://files?style=virtual&${store}`);
  expect(bucketUrl("https://s3.example.com:8443/store", virtual)).toBe("https://files.s3.example.com:8443/store/");
});

test("a bucket with dots is addressed by path, because no certificate covers its host", () => {
  expect(parseS3Location("s3://files.example.com").style).toBe("path");
});

test.each([
  ["", "must be the URL of an S3 bucket"],
  ["https://files", "must be the URL of an S3 bucket"],
  ["s3://", "must be the URL of an S3 bucket"],
  ["s3://a b", "must be the URL of an S3 bucket"],
  ["s3://files#x", "must be the URL of an S3 bucket"],
  ["s3://files:80", "must be the URL of an S3 bucket"],
  ["s3://id:hidden-word@files", "AWS_SECRET_ACCESS_KEY"],
  ["s3://files/a//b", "must have a path"],
  ["s3://files/a%2e%2e/b", "must have a path"],
  ["s3://files?secret=hidden-word", 'unknown parameter "secret"'],
  ["s3://files?region=a b", "has an invalid region"],
  ["s3://files?style=both", "has an unknown style"],
  ["s3://files?endpoint=s3.example.com", "as the parameter endpoint"],
  ["s3://files?endpoint=file:///etc", "as the parameter endpoint"],
  ["s3://files?endpoint=https://id:hidden-word@s3.example.com", "as the parameter endpoint"],
  ["s3://files?public=https://s3.example.com/?x=hidden-word", "as the parameter public"],
])("%s is rejected without revealing its content", (url, message) => {
  let reported = "";
  try {
    parseS3Location(url);
  } catch (error) {
    reported = (error as Error).message;
  }
  expect(reported).toContain(message);
  expect(reported).not.toContain("hidden-word");
});
