/** Returns the conditions that select the generations of a prompt version in the log. */
export function generationsOf(name: string, version: number) {
  return [
    { field: "promptLineage", operator: "eq" as const, value: name },
    { field: "promptVersion", operator: "eq" as const, value: version },
  ];
}
