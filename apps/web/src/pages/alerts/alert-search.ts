export interface NewAlertSearch {
  readonly budget?: true | undefined;
}

export function readNewAlertSearch({ budget }: Record<string, unknown>): NewAlertSearch {
  return budget === true ? { budget } : {};
}
