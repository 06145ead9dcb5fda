export interface RecentStep {
  readonly projectId: string;
  readonly id: string;
  readonly name: string;
}

const key = "threadline.recent-steps";
const capacity = 20;

export function recentSteps(projectId: string): readonly RecentStep[] {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return [];
  const steps = JSON.parse(kept) as readonly RecentStep[]; // written by `noteStep`
  return steps.filter((step) => step.projectId === projectId);
}

export function noteStep(step: RecentStep): void {
  const others = recentSteps(step.projectId).filter(({ id }) => id !== step.id);
  sessionStorage.setItem(key, JSON.stringify([step, ...others].slice(0, capacity)));
}
