import type { EmbeddingModel } from "ai";
import { explainFailure } from "./explain-failure.ts";
import type { EmbeddingCall, EmbeddingOutcome, OpenConnection } from "./model-call.ts";
import { loadModelLibrary } from "./load-model-library.ts";

/** Timeout in milliseconds of a call including retries. */
const totalMs = 3 * 60_000;

/** Runs one call of an embedding model. Failures of the provider are part of the outcome. */
export async function runEmbeddingCall(
  model: EmbeddingModel,
  { model: name, texts }: EmbeddingCall,
  { open, signal }: { readonly open: OpenConnection; readonly signal: AbortSignal | undefined },
): Promise<EmbeddingOutcome> {
  const startedAt = performance.now();
  const sinceStart = (): number => performance.now() - startedAt;
  const unknown = { vectors: [], usage: { input: null, output: null } };
  const { embedMany } = await loadModelLibrary();
  const timeout = AbortSignal.timeout(totalMs);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const { embeddings, usage } = await embedMany({
      model,
      values: [...texts],
      abortSignal: ended,
    });
    // Some services do not report the number of tokens. The AI SDK then returns NaN.
    const input = Number.isFinite(usage.tokens) ? usage.tokens : null;
    return { vectors: embeddings, usage: { input, output: 0 }, durationMs: sinceStart(), failure: null };
  } catch (error) {
    const failure = explainFailure(ended.aborted ? ended.reason : error, open, name);
    return { ...unknown, durationMs: sinceStart(), failure };
  }
}
