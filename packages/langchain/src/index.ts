export { type EmbeddingsLike, recordEmbeddings } from "./embeddings.ts";
export { type CallbackHandlerOptions, ThreadlineCallbackHandler } from "./handler.ts";
export { toLangChainPrompt } from "./prompt-template.ts";
