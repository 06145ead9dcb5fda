import { expect, test } from "vitest";
import type { NewAlert } from "../src/index.ts";
import { startService } from "./start-service.ts";

test("an alert is previewed, created, evaluated, silenced, changed and deleted", async () => {
  const { api } = startService().client;
  const alert: NewAlert = {
    name: "Silence of the assistant",
    metric: "stepCount",
    resource: "steps",
    filters: [{ field: "name", operator: "eq", value: "assistant" }],
    kind: "ABSENCE",
    period: "HOUR",
  };
  const { firings, times } = await api.previewAlert(alert);
  expect(firings).toMatchObject([{ endedAt: null, value: 0 }]);
  expect(times.length).toBeGreaterThan(700);
  const { id, ...created } = await api.createAlert({ ...alert, isOn: true });
  expect(created).toMatchObject({
    name: alert.name,
    threshold: null,
    channelIds: [],
    warnsEarly: false,
    isOn: true,
    state: "OK",
  });
  await expect.poll(() => api.getAlert(id), { timeout: 15_000 }).toMatchObject({ state: "FIRING", value: 0 });
  expect(await api.getAlertChanges(id)).toMatchObject([
    { fromState: "OK", toState: "FIRING", isSilenced: false, level: null },
  ]);
  const until = new Date(Date.now() + 60_000).toISOString();
  expect(await api.silenceAlert(id, until)).toMatchObject({ silencedUntil: until });
  expect(await api.silenceAlert(id, null)).toMatchObject({ silencedUntil: null });
  expect(await api.updateAlert(id, { ...alert, isOn: false })).toMatchObject({ isOn: false, state: "OK" });
  const budget = { name: "Day", metric: "cost", kind: "ABOVE", threshold: 5, period: "CALENDAR_DAY" } as const;
  expect(await api.createAlert(budget)).toMatchObject({ warnsEarly: true });
  await expect(api.createAlert({ ...alert, warnsEarly: true })).rejects.toThrow("alert.warnsEarly");
  expect(await api.getAlerts()).toHaveLength(2);
  expect(await api.deleteAlert(id)).toBe(id);
  expect(await api.getAlert(id)).toBeNull();
});

test("channels are listed, and unknown ones are reported", async () => {
  const { api } = startService().client;
  expect(await api.getChannels()).toEqual([]);
  expect(await api.getChannel("none")).toBeNull();
  await expect(api.getDeliveries("none")).rejects.toThrow("none");
  await expect(api.testChannel("none")).rejects.toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
  await expect(api.resendDelivery("none")).rejects.toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
});
