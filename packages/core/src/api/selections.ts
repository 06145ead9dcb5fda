/** The fields that every operation reads of a record: one selection a type, so that a record looks the same wherever it comes from. */

const score = `id name type value label scorer comment tags stepId generationId threadId datasetExperimentItemId createdAt updatedAt`;
const attachment = `id threadId stepId metadata mime name objectKey url`;
const generation = `id projectId promptId type createdAt provider model error prompt completion messages messageCompletion
  variables tools settings tokenCount inputTokenCount outputTokenCount tokenCountEstimated ttFirstToken duration
  tokenThroughputInSeconds tags metadata cost`;
const step = `id threadId rootRunId parentId startTime endTime createdAt type error input output metadata environment tags name
  scores { ${score} } attachments { ${attachment} } generation { ${generation} stepId }`;
const participant = `id identifier metadata createdAt`;
const thread = `id name metadata tags createdAt environment participantId tokenCount duration participant { ${participant} }`;

export const SCORE: string = score;
export const GENERATION: string = generation;
export const STEP: string = step;
export const PARTICIPANT: string = participant;
export const THREAD: string = thread;
export const THREAD_WITH_STEPS: string = `${thread} scores { ${score} } steps { ${step} }`;
export const DATASET = `id createdAt name description metadata type`;
export const DATASET_ITEM = `id createdAt datasetId metadata input expectedOutput intermediarySteps stepId`;
export const EXPERIMENT = `id createdAt name datasetId promptExperimentId promptId params`;
export const EXPERIMENT_ITEM = `id datasetExperimentId datasetItemId experimentRunId input output`;
export const SCORE_SCHEMA = `id createdAt updatedAt name description type categories { label value } minimum maximum`;
export const PROMPT = `id createdAt updatedAt type version versionDesc label status tags templateMessages tools settings variables
  variablesDefaultValues url lineage { id name }`;
