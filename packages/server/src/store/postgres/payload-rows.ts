/** The condition that finds the payload `p` of a step: in the one partition where it stands. */
export function ofStep(step: string): string {
  return `p.project_id = ${step}.project_id AND p.step = ${step}.key AND p.period = ${step}.period`;
}

/** The payload of a step, to be joined with LATERAL: one probe, whatever the planner thinks of the tables. */
export function payloadOfRow(step: string): string {
  return `(SELECT * FROM step_payloads p WHERE ${ofStep(step)} OFFSET 0)`;
}

/** That of the step `s`. */
export const payloadRow: string = payloadOfRow("s");
