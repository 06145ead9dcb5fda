export function generationsOf(name: string, version: number) {
  return [
    { field: "promptLineage", operator: "eq" as const, value: name },
    { field: "promptVersion", operator: "eq" as const, value: version },
  ];
}
