import type * as Wire from "@threadline/schema/sdk";
import { expectTypeOf, test } from "vitest";
import type { RecordChange, RecordChanges } from "../types/changes.ts";
import type { DatasetConstructor, DatasetItemConstructor } from "../types/datasets.ts";
import type { DatasetExperimentConstructor, DatasetExperimentItemConstructor } from "../types/experiments.ts";
import type { AttachmentConstructor } from "../types/files.ts";
import type {
  ChatGenerationConstructor,
  CompletionGenerationConstructor,
  PersistedGeneration,
} from "../types/generations.ts";
import type { PageInfo } from "../types/lists.ts";
import type { IPromptRollout, PromptLineage } from "../types/prompts.ts";
import type { JudgedExperimentItem, ScoreConstructor, ScoreFields } from "../types/scores.ts";
import type { StepConstructor, StepType } from "../types/steps.ts";
import type { CleanThreadFields } from "../thread.ts";
import type { UserFields } from "../types/users.ts";
import type { PromptVersionFragment } from "../documents/generated/documents.ts";
import type { IngestStepResult } from "./steps.ts";

type Keys<Type> = Type extends unknown ? keyof Type : never;

test("every public field has its name in the schema", () => {
  expectTypeOf<keyof CleanThreadFields>().toExtend<keyof Wire.Thread>();
  expectTypeOf<keyof StepConstructor>().toExtend<keyof Wire.Step>();
  expectTypeOf<Keys<PersistedGeneration>>().toExtend<keyof Wire.Generation>();
  expectTypeOf<keyof ScoreFields>().toExtend<keyof Wire.Score>();
  expectTypeOf<keyof JudgedExperimentItem>().toExtend<keyof Wire.DatasetExperimentItem>();
  expectTypeOf<keyof UserFields>().toExtend<keyof Wire.Participant>();
  expectTypeOf<keyof DatasetConstructor>().toExtend<keyof Wire.Dataset>();
  expectTypeOf<keyof DatasetItemConstructor>().toExtend<keyof Wire.DatasetItem>();
  expectTypeOf<keyof DatasetExperimentItemConstructor>().toExtend<keyof Wire.DatasetExperimentItem>();
  expectTypeOf<keyof AttachmentConstructor>().toExtend<keyof Wire.Attachment>();
  expectTypeOf<keyof PromptLineage>().toExtend<keyof Wire.PromptLineage>();
  expectTypeOf<keyof RecordChange>().toExtend<keyof Wire.RecordChange>();
  expectTypeOf<RecordChange["kind"]>().toEqualTypeOf<Wire.RecordKind>();
  expectTypeOf<keyof RecordChanges>().toExtend<keyof Wire.RecordChanges>();
  // There are two exceptions. The schema calls `promptVariantId` `promptExperimentId`, and only the SDK has the
  // metadata of a prompt.
  expectTypeOf<Exclude<keyof DatasetExperimentConstructor, "promptVariantId">>().toExtend<
    keyof Wire.DatasetExperiment
  >();
  expectTypeOf<keyof PromptVersionFragment>().toExtend<keyof Wire.PromptVersion>();
});

test("the schema accepts every field that is sent", () => {
  expectTypeOf<Exclude<keyof StepConstructor, "createdAt">>().toExtend<keyof Wire.StepInput>();
  expectTypeOf<Keys<ChatGenerationConstructor | CompletionGenerationConstructor>>().toExtend<
    keyof Wire.GenerationPayloadInput
  >();
  expectTypeOf<keyof ScoreConstructor>().toExtend<keyof Wire.ScorePayloadInput>();
  expectTypeOf<keyof AttachmentConstructor>().toExtend<keyof Wire.AttachmentPayloadInput>();
});

test("types without JSON agree with the schema", () => {
  expectTypeOf<StepType>().toEqualTypeOf<Wire.StepType>();
  expectTypeOf<IPromptRollout>().toExtend<Wire.PromptVersionRolloutInput>();
  expectTypeOf<Required<Wire.IngestStepResult>>().toExtend<IngestStepResult>();
  expectTypeOf<Required<Wire.PageInfo>>().toExtend<PageInfo>();
});
