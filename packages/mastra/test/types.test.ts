import type { ObservabilityExporter as OldExporter } from "@threadline/mastra-1.0-matrix";
import type { ObservabilityExporter } from "@threadline/mastra-1.71-matrix";
import { expectTypeOf, test } from "vitest";
import type { ThreadlineExporter } from "../src/index.ts";

test("the exporter is accepted by the types of all versions", () => {
  expectTypeOf<ThreadlineExporter>().toExtend<OldExporter>();
  expectTypeOf<ThreadlineExporter>().toExtend<ObservabilityExporter>();
});
