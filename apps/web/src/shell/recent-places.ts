export interface RecentPlace {
  readonly path: string;
  /** Search part of the URL, with its question mark. */
  readonly search: string;
  readonly title: string;
}

const prefix = "threadline.recent.";
const capacity = 8;

export function recentPlaces(projectId: string): readonly RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + projectId) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

export function notePlace(projectId: string, place: RecentPlace): void {
  const others = recentPlaces(projectId).filter(({ path }) => path !== place.path);
  localStorage.setItem(prefix + projectId, JSON.stringify([place, ...others].slice(0, capacity)));
}

/** Removes the pages of all projects. Called on sign-out, because titles contain names of records. */
export function forgetPlaces(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

function isPlace(value: unknown): value is RecentPlace {
  if (typeof value !== "object" || value === null) return false;
  const { path, search, title } = value as Partial<Record<keyof RecentPlace, unknown>>; // checked on the next line
  return typeof path === "string" && typeof search === "string" && typeof title === "string";
}
