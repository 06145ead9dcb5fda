import type { ImportPlatform } from "../../src/cli/import-platforms.ts";
import type { ImportedKind } from "../../src/cli/import/import-record.ts";

const traces = ["user", "thread", "step", "score"] as const satisfies readonly ImportedKind[];
const datasets = ["dataset", "dataset item"] as const satisfies readonly ImportedKind[];
const experiments = ["experiment", "experiment item"] as const satisfies readonly ImportedKind[];

/** Kinds of records that tests import, by platform and source. Shown in `docs/importing.md`. */
export const importedBy: Readonly<Record<ImportPlatform, Readonly<Record<string, readonly ImportedKind[]>>>> = {
  langfuse: {
    API: ["prompt version", ...traces, ...datasets, ...experiments],
    files: ["prompt version", ...traces, ...datasets],
  },
  langsmith: {
    API: ["prompt version", ...traces, ...datasets, ...experiments],
    files: [...traces, ...datasets],
  },
  phoenix: {
    API: ["prompt version", ...traces, ...datasets, ...experiments],
  },
  mlflow: {
    API: ["prompt version", ...traces, ...datasets, ...experiments],
  },
  opik: {
    API: ["prompt version", "thread", "step", "score", ...datasets, ...experiments],
    files: ["prompt version", "thread", "step", "score", ...datasets, ...experiments],
  },
  braintrust: {
    API: ["prompt version", ...traces, ...datasets, ...experiments],
    files: ["prompt version", ...traces, ...datasets, ...experiments],
  },
  "openai-evals": {
    files: ["step", "score", ...datasets, ...experiments],
  },
  literalai: {
    API: [...traces, ...datasets],
    files: ["prompt version", ...traces, ...datasets],
  },
};
