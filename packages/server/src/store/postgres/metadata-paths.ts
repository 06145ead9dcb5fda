import { flattenAttributes } from "../flatten-attributes.ts";
import { foldCase } from "../fold-case.ts";
import type { JsonObject } from "../json.ts";
import { fromJsonText } from "../json-texts.ts";
import type { Session } from "./session.ts";

/** How many of the newest records tell which paths there are. */
const newestRecords = 1_000;

const ofSteps = (value: string, condition: string): string => `
  SELECT ${value} AS metadata FROM (
    SELECT key, period FROM steps WHERE project_id = $1 AND ${condition} ORDER BY created_at DESC, key DESC LIMIT $2
  ) s JOIN step_payloads p ON p.project_id = $1 AND p.step = s.key AND p.period = s.period`;

const metadataOf: Readonly<Record<"threads" | "steps" | "generations", string>> = {
  threads: "SELECT metadata FROM threads WHERE project_id = $1 ORDER BY created_at DESC, key DESC LIMIT $2",
  steps: ofSteps("p.metadata", "TRUE"),
  generations: ofSteps("(threadline_json(p.generation) -> 'metadata')::text", "generation_type IS NOT NULL"),
};

/** The paths of the newest records that contain a text, in alphabetical order. */
export async function readMetadataPaths(
  session: Session,
  project: number,
  resource: "threads" | "steps" | "generations",
  { search = "", first }: { readonly search?: string | undefined; readonly first: number },
): Promise<string[]> {
  const needle = foldCase(search);
  const rows = await session.all<{ metadata: string | null }>(metadataOf[resource], project, newestRecords);
  const seen = rows.flatMap(({ metadata }) => flattenAttributes(fromJsonText<JsonObject | null>(metadata) ?? {}) ?? []);
  const paths = new Set(seen.map(({ path }) => path).filter((path) => foldCase(path).includes(needle)));
  return [...paths].toSorted().slice(0, first);
}
