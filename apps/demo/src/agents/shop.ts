interface HelpPage {
  title: string;
  text: string;
}

export const helpPages: HelpPage[] = [
  {
    title: "Returns",
    text: "You can return goods within 30 days with the receipt. We cannot take back boots that were worn outside.",
  },
  {
    title: "Workshop",
    text: "The workshop repairs tents and jackets. A torn tent costs 18 euros up to 20 cm and takes about a week. It stretches boots free of charge.",
  },
  {
    title: "Delivery",
    text: "An order ships within two days, Monday to Friday, and reaches you three days later. The invoice comes with the parcel and by mail.",
  },
];

export interface Order {
  orderId: string;
  status: string;
}

const orders: Order[] = [
  { orderId: "A-1042", status: "handed to the carrier on Monday, expected on Thursday" },
  { orderId: "B-2203", status: "being packed, ships tomorrow" },
];

/** Returns the order with this number. If it does not exist, the status of the returned order states this. */
export function lookUpOrder({ orderId }: { orderId: string }): Order {
  return orders.find((order) => order.orderId === orderId) ?? { orderId, status: "unknown order number" };
}

export interface RepairQuote {
  euros: number;
  days: number;
}

/**
 * Returns the price of a repair. It is higher for a tent than for a jacket, and higher for a zip than for other damage.
 *
 * @throws when the workshop does not repair the item.
 */
export function quoteRepair({ item, damage }: { item: string; damage: string }): RepairQuote {
  if (!/tent|jacket/iu.test(item)) throw new Error(`the workshop has no price for a ${item}`);
  return { euros: (item === "tent" ? 18 : 12) + (damage === "zip" ? 6 : 0), days: 7 };
}

export interface Product {
  product: string;
  kind: string;
  sleeps?: number;
  euros: number;
}

const goods: (Product & { stock: number })[] = [
  { product: "Heron 2", kind: "tent", sleeps: 2, euros: 240, stock: 3 },
  { product: "Heron 4", kind: "tent", sleeps: 4, euros: 390, stock: 0 },
  { product: "Fell", kind: "boots", euros: 160, stock: 12 },
];

export function findGear({ kind }: { kind: string }): Product[] {
  return goods.filter((one) => one.kind === kind).map(({ stock: _stock, ...product }) => product);
}

export function countStock({ product }: { product: string }): { product: string; stock: number } {
  return { product, stock: goods.find((one) => one.product === product)?.stock ?? 0 };
}
