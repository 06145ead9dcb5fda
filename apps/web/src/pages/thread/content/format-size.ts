/** A number of characters as `1.2 kB` or `3.4 MB`. */
export function formatSize(characters: number): string {
  if (characters < 1_000) return `${characters} B`;
  return characters < 1_000_000 ? `${(characters / 1_000).toFixed(1)} kB` : `${(characters / 1_000_000).toFixed(1)} MB`;
}
