import type { PlaygroundState } from "./column.ts";
import { packState, unpackState } from "./packed-state.ts";

/** Maximum size of the compressed state, in bytes. Chats and proxies truncate longer links. */
const maxBytes = 24_000;
/**
 * Maximum length of the decompressed JSON, in characters. Protects the page against links that decompress to huge
 * texts.
 */
const maxJsonLength = 4_000_000;

/** Returns a URL fragment that contains the playground; null if it would exceed {@link maxBytes}. */
export async function writeShared(state: PlaygroundState): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify(packState(state)));
  const packed = new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  if (packed.length > maxBytes) return null;
  const text = btoa(String.fromCharCode(...packed));
  return `state=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Parses a fragment of {@link writeShared}; returns null for any other fragment. */
export async function readShared(fragment: string): Promise<PlaygroundState | null> {
  const text = /^state=([\w-]+)$/.exec(fragment)?.[1];
  if (text === undefined) return null;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const json = await readText(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    return unpackState(JSON.parse(json));
  } catch {
    return null;
  }
}

async function readText(stream: ReadableStream<BufferSource>): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    // A short link may decompress to a very long text.
    if (text.length > maxJsonLength) throw new Error("The content of the playground link is too long");
  }
}
