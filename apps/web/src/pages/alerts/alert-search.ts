export interface NewAlertSearch {
  /** Whether the new alert is a budget. */
  readonly budget?: true | undefined;
}

export function readNewAlertSearch({ budget }: Record<string, unknown>): NewAlertSearch {
  return budget === true ? { budget } : {};
}
