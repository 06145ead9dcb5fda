import { expect, test } from "vitest";
import { regionOf } from "./open-model.ts";

test.each([
  ["https://bedrock-runtime.eu-central-1.amazonaws.com", "eu-central-1"],
  ["https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com", "us-gov-west-1"],
  ["https://vpce-0a1b.bedrock-runtime.ap-south-1.vpce.amazonaws.com", "ap-south-1"],
  ["https://gateway.example.com/bedrock-runtime.eu-west-1", "us-east-1"],
])("calls to %s are signed for %s", (url, region) => {
  expect(regionOf(url)).toBe(region);
});
