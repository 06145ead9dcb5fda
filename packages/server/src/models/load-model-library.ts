import type * as Library from "ai";

/** Loads the library that calls models, on first use. */
export async function loadModelLibrary(): Promise<typeof Library> {
  // Prevents the library from printing warnings.
  (globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS ??= false;
  return import("ai");
}
