const units = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** Formats a number of bytes: 1536 becomes `1.5 KiB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const number = bytes / 1024 ** power;
  return `${power === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${units[power]}`;
}
