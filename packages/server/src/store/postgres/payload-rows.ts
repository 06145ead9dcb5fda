/** The condition that finds the payload `p` of a step: in the one partition where it stands. */
export function ofStep(step: string): string {
  return `p.project_id = ${step}.project_id AND p.step = ${step}.key AND p.period = ${step}.period`;
}

/** The payload of the step `s`, to be joined with LATERAL: one probe, whatever the planner thinks of the tables. */
export const payloadRow: string = `(SELECT * FROM step_payloads p WHERE ${ofStep("s")} OFFSET 0)`;
