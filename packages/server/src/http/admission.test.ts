import { expect, test } from "vitest";
import { Admission } from "./admission.ts";

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

test("a body of the greatest length is taken in when there is little else", () => {
  const { admission: all } = admission(100 * kibi);
  expect(all.admit("key a", kibi)).not.toBeNull();
  const large = all.admit("key b", mebi);
  expect(large).not.toBeNull();
  expect(all.admit("key a", kibi)).toBeNull();
  expect(all.admit("key c", kibi)).toBeNull();
  large?.release();
  expect(all.admit("key c", kibi)).not.toBeNull();
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
  const tickets = Array.from({ length: 200 }, () => all.admit("key a", 100 * kibi)).filter((ticket) => ticket !== null);
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
  wait(3_600_000);
  const slow = Array.from({ length: 200 }, () => all.admit("key a", 100 * kibi));
  wait(1_000);
  slow[0]?.release();
  expect(all.retryAfter).toBe(30);
});

test("what would wait too long by the time that requests took of late is refused, but for a little", () => {
  const { admission: all, wait } = admission(30 * mebi);
  const take = (): number => {
    let count = 0;
    while (all.admit("key a", 100 * kibi) !== null) count += 1;
    return count;
  };
  const work = (count: number, ms: number): void => {
    for (let index = 0; index < count; index += 1) {
      const ticket = all.admit("key b", 100 * kibi);
      wait(ms);
      ticket?.release();
    }
  };
  // 2 MB in a second: 10 MB may be in hand.
  work(1_000, 50);
  expect(Math.abs(take() - 66)).toBeLessThanOrEqual(2);
});
