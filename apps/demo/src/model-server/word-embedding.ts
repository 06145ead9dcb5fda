const dimensions = 256;

/** Returns a normalized bag of words, hashed into few dimensions. Texts with common words have similar vectors. */
export function wordEmbedding(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[a-z\d]{4,}/gu) ?? []) vector[hash(word.replace(/s$/u, ""))] = 1;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function hash(word: string): number {
  return word.split("").reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % dimensions, 0);
}
