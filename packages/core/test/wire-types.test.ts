import type * as Wire from "@threadline/schema/sdk";
import { expectTypeOf, test } from "vitest";
import type * as Public from "../src/index.ts";

/** The fields of a type with absence left out and every kind of JSON made one: the wire has one JSON scalar. */
type Shape<T> = { [Field in keyof T]-?: Simple<Exclude<T[Field], null | undefined>> };
type Simple<T> = [T] extends [string | number | boolean | string[]] ? T : "json";

/** The fields of a public type, but for those that exist on this side only. */
type Sent<T, OnlyHere extends PropertyKey = never> = Shape<Omit<T, OnlyHere>>;

/** The arguments of an operation, but for the project, which the key names. */
type Arguments<T, OnlyThere extends PropertyKey = never> = Shape<Omit<T, OnlyThere | "projectId">>;

/** The value of a filter is any JSON on the wire, and follows from the field here. */
type Condition<Filter extends { value?: unknown }> = Shape<Omit<Filter, "value">>;

test("the words of the wire are the words of the SDK", () => {
  expectTypeOf<Public.StepType>().toEqualTypeOf<Wire.StepType>();
  expectTypeOf<Public.GenerationType>().toEqualTypeOf<Wire.GenerationType>();
  expectTypeOf<Public.ScoreType>().toEqualTypeOf<Wire.ScoreType>();
  expectTypeOf<Public.DatasetType>().toEqualTypeOf<Wire.DatasetType>();
  expectTypeOf<Public.Environment>().toEqualTypeOf<Wire.Environment>();
});

test("what the SDK sends, the wire takes", () => {
  // An error is made a text.
  expectTypeOf<Sent<Public.StepConstructor, "error">>().toExtend<Shape<Omit<Wire.StepInput, "error">>>();
  expectTypeOf<Sent<Public.ChatGenerationConstructor & Public.CompletionGenerationConstructor>>().toExtend<
    Shape<Omit<Wire.GenerationPayloadInput, "createdAt" | "stepId">>
  >();
  expectTypeOf<Sent<Public.ScoreConstructor>>().toExtend<Shape<Wire.ScorePayloadInput>>();
  expectTypeOf<Sent<Public.AttachmentConstructor>>().toExtend<Shape<Wire.AttachmentPayloadInput>>();
  expectTypeOf<Sent<Public.ThreadConstructor>>().toExtend<
    // Of threads that instrumentations name.
    Arguments<Wire.MutationUpsertThreadArgs, "defaultName">
  >();
  expectTypeOf<Sent<Public.NewDataset>>().toExtend<Arguments<Wire.MutationCreateDatasetArgs>>();
  expectTypeOf<Sent<Public.DatasetUpdate>>().toExtend<Arguments<Wire.MutationUpdateDatasetArgs, "id">>();
  expectTypeOf<Sent<Public.NewDatasetItem>>().toExtend<
    Arguments<Wire.MutationCreateDatasetItemArgs, "datasetId" | "generationId">
  >();
  expectTypeOf<Public.IPromptRollout>().toExtend<Wire.PromptVersionRolloutInput>();
});

test("what the wire answers, the SDK knows", () => {
  expectTypeOf<Shape<Wire.PageInfo>>().toExtend<Shape<Public.PageInfo>>();
  // The service stores the environment of any client, which need not be one of ours.
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

test("every filter and order of the SDK is one of the wire", () => {
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
