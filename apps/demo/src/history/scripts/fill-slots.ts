import type { Random } from "../random.ts";
import type { Language } from "../people.ts";

/** Values of the placeholders in one conversation, by name. */
export type Slots = Readonly<Record<string, string>>;

export function fillSlots(text: string, slots: Slots): string {
  return text.replaceAll(/\{(\w+)\}/gu, (slot, name: string) => slots[name] ?? slot);
}

export function fillAll(values: Readonly<Record<string, string>>, slots: Slots): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, fillSlots(text, slots)]));
}

const allItems = [
  "Ridge 2 tent",
  "Fjell fleece",
  "Moss 40 backpack",
  "Tarn rain jacket",
  "Ember camping stove",
  "Lichen sleeping bag",
  "Larch walking stick",
  "Heron head lamp",
];
const weekdays = {
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
  de: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag"],
  ar: ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الأحد"],
};

/** Returns random values for a support conversation: order, item, day, amount and city. */
export function supportSlots(
  random: Random,
  { language, city, items = allItems }: { language: Language; city: string; items?: readonly string[] | undefined },
): Slots {
  const amount = (random.whole(18, 389) + random.pick([0.5, 0.9, 0.95])).toFixed(2);
  const amounts = { en: `€${amount}`, de: `${amount.replace(".", ",")} €`, ar: `${amount} يورو` };
  return {
    order: `${random.pick(["A", "B", "C"])}-${random.whole(1043, 9870)}`,
    item: random.pick(items),
    date: random.pick(weekdays[language]),
    amount: amounts[language],
    city,
  };
}
