import { expect, test } from "vitest";
import { Admission, type Ticket } from "./admission.ts";

const kibi = 1024;
const mebi = 1024 * kibi;

function admission(maxBytes: number): { readonly admission: Admission; readonly wait: (ms: number) => void } {
  let now = 0;
  return {
    admission: new Admission({ maxBytes, maxBodyBytes: mebi, clock: () => now }),
    wait: (ms) => (now += ms),
  };
}

test("one holder alone can use two thirds of the bytes, and released bytes are free again", () => {
  const { admission: all } = admission(300 * kibi);
  const tickets = Array.from({ length: 100 }, () => all.admit("key a", 20 * kibi)).filter((ticket) => ticket !== null);
  expect(tickets).toHaveLength(10);
  expect(all.bytes).toBe(200 * kibi);
  expect(all.refused).toBe(90);
  tickets[0]?.release();
  expect(all.admit("key a", 20 * kibi)).not.toBeNull();
  expect(all.admit("key a", 20 * kibi)).toBeNull();
  expect(all.bytes).toBe(200 * kibi);
});

test("other holders are admitted while one holder is rejected", () => {
  const { admission: all } = admission(300 * kibi);
  while (all.admit("key a", 20 * kibi) !== null);
  for (const holder of ["key b", "account c", "share d"]) expect(all.admit(holder, 20 * kibi)).not.toBeNull();
  expect(all.admit("key a", 20 * kibi)).toBeNull();
});

test("many small requests are limited, too, and holders exceed the limit by at most one request", () => {
  const { admission: all } = admission(mebi);
  let count = 0;
  while (all.admit("key a", 1) !== null) count += 1;
  expect(count).toBe(43);
  for (let index = 0; index < 10_000; index += 1) all.admit(`key ${index}`, 100 * kibi);
  expect(all.bytes).toBeLessThanOrEqual(mebi + 100 * kibi);
});

test("a body of maximum length is admitted under little load, and leaves room for others", () => {
  const { admission: all } = admission(100 * kibi);
  expect(all.admit("key a", kibi)).not.toBeNull();
  const large = all.admit("key b", mebi);
  expect(large).not.toBeNull();
  expect(all.admit("key a", kibi)).toBeNull();
  expect(all.admit("key b", kibi)).toBeNull();
  expect(all.admit("key c", mebi)).toBeNull();
  expect(all.admit("key c", kibi)).not.toBeNull();
  large?.release();
  expect(all.admit("key a", kibi)).not.toBeNull();
});

test("bodies of a few holders, of any length, do not block another holder", () => {
  const { admission: all } = admission(8 * mebi);
  for (const bytes of [1, 20 * kibi, mebi, 64 * mebi]) {
    const tickets = ["a", "b", "c", "d"].flatMap((holder) =>
      Array.from({ length: 500 }, () => all.admit(holder, bytes)),
    );
    for (const ticket of tickets) ticket?.grow(mebi);
    expect(all.bytes).toBeLessThanOrEqual(9 * mebi);
    const other = all.admit("other", 16 * kibi);
    expect(other).not.toBeNull();
    for (const ticket of [...tickets, other]) ticket?.release();
    expect(all.bytes).toBe(0);
  }
});

test("bodies longer than announced stop at the limit plus one body", () => {
  const { admission: all } = admission(100 * kibi);
  const tickets = ["a", "b", "c"].map((holder) => all.admit(holder, kibi));
  expect(tickets.map((ticket) => ticket?.grow(500 * kibi))).toEqual([true, true, false]);
  expect(all.bytes).toBe(1_016 * kibi);
  for (const ticket of tickets) ticket?.release();
  expect(all.bytes).toBe(0);
});

test("Retry-After is the expected time to finish the current work", () => {
  const { admission: all, wait } = admission(30 * mebi);
  const take = (): Ticket[] => {
    const tickets = Array.from({ length: 200 }, () => all.admit("key a", 100 * kibi)).filter((one) => one !== null);
    for (const ticket of tickets) expect(ticket.received()).toBe(true);
    return tickets;
  };
  const tickets = take();
  expect(all.retryAfter).toBe(1);
  for (const ticket of tickets.splice(0, 50)) {
    wait(100);
    ticket.release();
  }
  // 15 MB are queued, at 1 MB per second.
  expect(all.retryAfter).toBe(15);
  for (const ticket of tickets) {
    wait(1_000);
    ticket.release();
  }
  expect(all.retryAfter).toBe(1);
  // An idle hour does not count as slow work.
  wait(3_600_000);
  const [last] = [all.admit("key a", 100 * kibi)];
  expect(last?.received()).toBe(true);
  expect(all.retryAfter).toBe(1);
});

test("waiting work is limited to about five seconds, and bodies that have not arrived do not count", () => {
  const { admission: all, wait } = admission(300 * mebi);
  for (let index = 0; index < 1_000; index += 1) {
    const ticket = all.admit("key b", 100 * kibi);
    ticket?.received();
    wait(50);
    ticket?.release();
  }
  // At 2 MB per second, one key may queue 10 MB. Bodies that have not arrived do not count.
  const slow = Array.from({ length: 200 }, () => all.admit("key a", 100 * kibi));
  expect(slow).not.toContain(null);
  const quick = slow.splice(0, 150).map((ticket) => ticket?.received());
  expect(Math.abs(quick.filter(Boolean).length - 100)).toBeLessThanOrEqual(2);
  expect(all.admit("key a", kibi)).toBeNull();
  expect(all.admit("key c", kibi)?.received()).toBe(true);
});

test("a holder with little waiting work is admitted, whatever another sent before", () => {
  const { admission: all, wait } = admission(300 * mebi);
  const tickets = Array.from({ length: 1_000 }, () => all.admit("key a", 16 * kibi));
  for (const ticket of tickets) expect(ticket?.received()).toBe(true);
  // At 16 kB per 100 ms, the queue is far above the limit.
  for (const ticket of tickets.slice(0, 100)) {
    wait(100);
    ticket?.release();
  }
  expect(all.admit("key a", kibi)).toBeNull();
  for (let index = 0; index < 50; index += 1) expect(all.admit("key b", kibi)?.received()).toBe(true);
});
