let time = -1;
let text = "";

/** The current time as ISO 8601. Many records are made in one millisecond, and writing it anew costs more than looking. */
export function currentTime(): string {
  const now = Date.now();
  if (now !== time) {
    time = now;
    text = new Date(now).toISOString();
  }
  return text;
}
