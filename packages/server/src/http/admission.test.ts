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

test("one holder alone takes two thirds, and what it gives back is free again", () => {
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

test("others are taken in while one is refused", () => {
  const { admission: all } = admission(300 * kibi);
  while (all.admit("key a", 20 * kibi) !== null);
  for (const holder of ["key b", "account c", "share d"]) expect(all.admit(holder, 20 * kibi)).not.toBeNull();
  expect(all.admit("key a", 20 * kibi)).toBeNull();
});

test("many small requests are bounded as well, and no number of holders passes the bound by more than a request", () => {
  const { admission: all } = admission(mebi);
  let count = 0;
  while (all.admit("key a", 1) !== null) count += 1;
  expect(count).toBe(43);
  for (let index = 0; index < 10_000; index += 1) all.admit(`key ${index}`, 100 * kibi);
  expect(all.bytes).toBeLessThanOrEqual(mebi + 100 * kibi);
});

test("a body of the greatest length is taken in when there is little else, and leaves others their room", () => {
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

test("no bodies of any length that few holders begin keep another one out", () => {
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

test("bodies that turn out longer than they said stop at the bound and one body more", () => {
  const { admission: all } = admission(100 * kibi);
  const tickets = ["a", "b", "c"].map((holder) => all.admit(holder, kibi));
  expect(tickets.map((ticket) => ticket?.grow(500 * kibi))).toEqual([true, true, false]);
  expect(all.bytes).toBe(1_016 * kibi);
  for (const ticket of tickets) ticket?.release();
  expect(all.bytes).toBe(0);
});

test("who is refused is told when what is in hand will be done, by the time that it took of late", () => {
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
  // 15 MB are left, at 1 MB in a second.
  expect(all.retryAfter).toBe(15);
  for (const ticket of tickets) {
    wait(1_000);
    ticket.release();
  }
  expect(all.retryAfter).toBe(1);
  // An idle hour is not slow work.
  wait(3_600_000);
  const [last] = [all.admit("key a", 100 * kibi)];
  expect(last?.received()).toBe(true);
  expect(all.retryAfter).toBe(1);
});

test("no more waits than five seconds of work of late, but for a little; what has not arrived does not wait", () => {
  const { admission: all, wait } = admission(300 * mebi);
  for (let index = 0; index < 1_000; index += 1) {
    const ticket = all.admit("key b", 100 * kibi);
    ticket?.received();
    wait(50);
    ticket?.release();
  }
  // 2 MB in a second: 10 MB of one key may wait. Those that are sent slowly are beside that.
  const slow = Array.from({ length: 200 }, () => all.admit("key a", 100 * kibi));
  expect(slow).not.toContain(null);
  const quick = slow.splice(0, 150).map((ticket) => ticket?.received());
  expect(Math.abs(quick.filter(Boolean).length - 100)).toBeLessThanOrEqual(2);
  expect(all.admit("key a", kibi)).toBeNull();
  expect(all.admit("key c", kibi)?.received()).toBe(true);
});

test("who has little waiting is taken in whatever another sent before the work turned out to be slow", () => {
  const { admission: all, wait } = admission(300 * mebi);
  const tickets = Array.from({ length: 1_000 }, () => all.admit("key a", 16 * kibi));
  for (const ticket of tickets) expect(ticket?.received()).toBe(true);
  // 16 kB in 100 ms: far more waits than may.
  for (const ticket of tickets.slice(0, 100)) {
    wait(100);
    ticket?.release();
  }
  expect(all.admit("key a", kibi)).toBeNull();
  for (let index = 0; index < 50; index += 1) expect(all.admit("key b", kibi)?.received()).toBe(true);
});
