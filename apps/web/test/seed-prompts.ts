import { seedImprovements } from "./seed-improvements.ts";

export async function seedPrompts(service: Parameters<typeof seedImprovements>[0]): Promise<void> {
  await seedImprovements(service);
}
