import type * as Wire from "@threadline/schema/sdk";
import { expectTypeOf, test } from "vitest";
import type * as Public from "../src/index.ts";

/**
 * Fields of a type, without undefined and null. Objects, and lists other than of strings, become `"json"`, because the
 * schema has only one scalar for JSON.
 */
type Shape<T> = { [Field in keyof T]-?: Simple<Exclude<T[Field], null | undefined>> };
type Simple<T> = [T] extends [string | number | boolean | string[]] ? T : "json";

/** Fields of a public type without those that only the SDK has. */
type Sent<T, OnlyHere extends PropertyKey = never> = Shape<Omit<T, OnlyHere>>;

/** Arguments of an operation. `projectId` is omitted, because the key determines the project. */
type Arguments<T, OnlyThere extends PropertyKey = never> = Shape<Omit<T, OnlyThere | "projectId">>;

/** A filter without its value, which is JSON in the schema. The type of the value in the SDK depends on the field. */
type Condition<Filter extends { value?: unknown }> = Shape<Omit<Filter, "value">>;

test("enum values of the SDK and the schema agree", () => {
  expectTypeOf<Public.StepType>().toEqualTypeOf<Wire.StepType>();
  expectTypeOf<Public.GenerationType>().toEqualTypeOf<Wire.GenerationType>();
  expectTypeOf<Public.ScoreType>().toEqualTypeOf<Wire.ScoreType>();
  expectTypeOf<Public.DatasetType>().toEqualTypeOf<Wire.DatasetType>();
  expectTypeOf<Public.Environment>().toEqualTypeOf<Wire.Environment>();
});

test("the schema accepts the SDK's inputs", () => {
  // The SDK converts `error` to text.
  expectTypeOf<Sent<Public.StepConstructor, "error">>().toExtend<Shape<Omit<Wire.StepInput, "error">>>();
  expectTypeOf<Sent<Public.ChatGenerationConstructor & Public.CompletionGenerationConstructor>>().toExtend<
    Shape<Omit<Wire.GenerationPayloadInput, "createdAt" | "stepId">>
  >();
  expectTypeOf<Sent<Public.ScoreConstructor>>().toExtend<Shape<Wire.ScorePayloadInput>>();
  expectTypeOf<Sent<Public.AttachmentConstructor>>().toExtend<Shape<Wire.AttachmentPayloadInput>>();
  expectTypeOf<Sent<Public.ThreadConstructor>>().toExtend<
    // Only instrumentations set `defaultName`.
    Arguments<Wire.MutationUpsertThreadArgs, "defaultName">
  >();
  expectTypeOf<Sent<Public.NewDataset>>().toExtend<Arguments<Wire.MutationCreateDatasetArgs>>();
  expectTypeOf<Sent<Public.DatasetUpdate>>().toExtend<Arguments<Wire.MutationUpdateDatasetArgs, "id">>();
  expectTypeOf<Sent<Public.NewDatasetItem>>().toExtend<
    Arguments<Wire.MutationCreateDatasetItemArgs, "datasetId" | "generationId">
  >();
  expectTypeOf<Public.IPromptRollout>().toExtend<Wire.PromptVersionRolloutInput>();
});

test("the SDK's types cover the schema's results", () => {
  expectTypeOf<Shape<Wire.PageInfo>>().toExtend<Shape<Public.PageInfo>>();
  // Other clients may have stored any text as `environment`.
  expectTypeOf<Shape<Omit<Wire.Step, "environment">>>().toExtend<
    Sent<Public.StepConstructor, "environment" | "error">
  >();
  expectTypeOf<Shape<Omit<Wire.Thread, "environment">>>().toExtend<Sent<Public.CleanThreadFields, "environment">>();
  expectTypeOf<Shape<Wire.Participant>>().toExtend<Sent<Public.UserFields>>();
  expectTypeOf<Shape<Wire.Score>>().toExtend<Sent<Public.ScoreFields>>();
  expectTypeOf<Shape<Wire.Attachment>>().toExtend<Sent<Public.AttachmentConstructor>>();
  expectTypeOf<Shape<Wire.Dataset>>().toExtend<Sent<Public.DatasetConstructor>>();
  expectTypeOf<Shape<Wire.DatasetItem>>().toExtend<Sent<Public.DatasetItemConstructor>>();
  expectTypeOf<Shape<Wire.DatasetExperiment>>().toExtend<
    Sent<Public.DatasetExperimentConstructor, "promptVariantId">
  >();
  expectTypeOf<Shape<Wire.DatasetExperimentItem>>().toExtend<Sent<Public.DatasetExperimentItemConstructor>>();
  expectTypeOf<Shape<Wire.PromptLineage>>().toExtend<Sent<Public.PromptLineage>>();
  expectTypeOf<Shape<Wire.PromptVersion>>().toExtend<
    Sent<Public.PromptConstructor, "name" | "provider" | "metadata">
  >();
  expectTypeOf<Wire.PromptVersionRollout>().toExtend<Public.IPromptRollout>();
  expectTypeOf<Shape<Wire.Generation>>().toExtend<Sent<Public.PersistedGeneration>>();
  expectTypeOf<Wire.IngestStepResult["ok"]>().toEqualTypeOf<Public.IngestStepResult["ok"]>();
});

test("every filter and order of the SDK is in the schema", () => {
  expectTypeOf<Condition<Public.ThreadsFilter>>().toExtend<Condition<Wire.ThreadsInputType>>();
  expectTypeOf<Condition<Public.StepsFilter>>().toExtend<Condition<Wire.StepsInputType>>();
  expectTypeOf<Condition<Public.GenerationsFilter>>().toExtend<Condition<Wire.GenerationsInputType>>();
  expectTypeOf<Condition<Public.ScoresFilter>>().toExtend<Condition<Wire.ScoresInputType>>();
  expectTypeOf<Condition<Public.ParticipantsFilter>>().toExtend<Condition<Wire.ParticipantsInputType>>();
  expectTypeOf<Public.ThreadsOrderBy>().toEqualTypeOf<Wire.ThreadsOrderByInput>();
  expectTypeOf<Public.StepsOrderBy>().toEqualTypeOf<Wire.StepsOrderByInput>();
  expectTypeOf<Public.GenerationsOrderBy>().toEqualTypeOf<Wire.GenerationsOrderByInput>();
  expectTypeOf<Public.ScoresOrderBy>().toEqualTypeOf<Wire.ScoresOrderByInput>();
});
