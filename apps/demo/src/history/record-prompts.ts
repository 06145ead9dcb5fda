import type { Threadline } from "@threadline/core";
import { demoPrefix } from "../demo-mark.ts";
import { patient } from "../patient.ts";
import type { HistoryClock } from "./history-clock.ts";
import { supportPromptLabels, supportPromptName, supportPrompts } from "./scripts/support-prompts.ts";
import { turningPoints } from "./turning-points.ts";

/** Records the versions of the support prompt. Returns their ids, oldest first. */
export async function recordPrompts(client: Threadline, clock: HistoryClock): Promise<string[]> {
  await client.api.createPromptLineage(supportPromptName, `${demoPrefix}answers of the support agent`, patient);
  const ids: string[] = [];
  for (const [version, { templateMessages, description }] of supportPrompts.entries()) {
    const settings = { provider: "openai", model: "gpt-4o-mini", temperature: 0.2 };
    const createdAt = new Date(clock.at(turningPoints.promptVersions[version] ?? 0)).toISOString();
    const options = { ...patient, versionDesc: `${demoPrefix}${description}`, createdAt };
    const { id } = await client.api.getOrCreatePrompt(supportPromptName, templateMessages, settings, null, options);
    ids.push(id);
  }
  return ids;
}

/**
 * Labels the versions of the support prompt, and rolls out the newest one to all users. Does nothing if the prompt
 * already has labels.
 */
export async function releasePrompt({ api }: Threadline): Promise<void> {
  const lineage = await api.getPromptLineageByName(supportPromptName, patient);
  if (lineage?.labels.length) return;
  await api.updatePromptAbTesting(supportPromptName, [{ version: 2, rollout: 100 }], patient);
  for (const [label, version] of Object.entries(supportPromptLabels))
    await api.setPromptLabel(supportPromptName, label, version, patient);
}
