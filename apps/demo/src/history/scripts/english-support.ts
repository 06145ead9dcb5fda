import type { SupportScript } from "./support-script.ts";

const english = { language: "en" } as const;

export const englishSupport: SupportScript[] = [
  {
    ...english,
    subject: "Where is order {order}?",
    tags: ["orders", "delivery"],
    asks: [
      "Hi, my order {order} was due on {date} and nothing came. Can you find out where it is?",
      "Order {order} ({item}) still says “in transit” since {date}. Is it lost?",
      "I need the {item} from order {order} for a trip this weekend. Will it arrive in time?",
    ],
    pages: ["Delivery times", "Missing parcels"],
    tool: { name: "track_parcel", result: { status: "at the depot in {city}", expected: "tomorrow before 18:00" } },
    good: "Your {item} from order {order} is at the depot in {city} and will be delivered tomorrow before 18:00. If it is not there by then, reply here and I will send a new one the same day; you do not have to wait for the carrier's search.",
    plain: "Your parcel is in transit. It is at the depot in {city}.",
    more: {
      ask: "Can they leave it with my neighbor? I am out until six.",
      answer:
        "Yes. I have added the note “leave with a neighbor” to the delivery. You get a message from the carrier with the name of the neighbor.",
    },
  },
  {
    ...english,
    subject: "Torn seam on my {item}",
    items: ["Ridge 2 tent", "Heron 3 tent", "Tarn tarp"],
    tags: ["returns", "damage"],
    asks: [
      "The seam of my {item} came apart on the second night. Photo attached. It is from order {order}. What can you do?",
      "I unpacked the {item} from {order} and one seam is open, see the picture. I would prefer a replacement to a refund.",
    ],
    pages: ["Warranty", "Damaged items"],
    tool: { name: "look_up_order", result: { order: "{order}", delivered: "{date}", warranty: "3 years" } },
    good: "I am sorry about the seam. The {item} is within its three-year warranty, so a replacement leaves our warehouse today, free of charge. Please keep the torn one until the courier collects it with the return label I sent to your email.",
    plain: "You can return damaged items within the warranty period. Please see the page on warranty.",
    photo: { name: "torn-seam.png", subject: "tent" },
  },
  {
    ...english,
    subject: "Refund for {order}",
    tags: ["refunds", "payments"],
    asks: [
      "I sent back order {order} on {date}. When do I get the {amount} back?",
      "My bank shows no refund for {order} yet. You received the parcel ten days ago according to the tracking.",
    ],
    pages: ["Refunds", "Payment methods"],
    tool: {
      name: "issue_refund",
      result: { amount: "{amount}", to: "card ending in 4410", arrives: "in 2 to 3 working days" },
    },
    good: "Your return arrived on {date}. I have just released the refund of {amount} to the card ending in 4410; banks show it within two to three working days. The reference is RF-{order}, in case your bank asks.",
    plain: "Refunds usually take up to 14 days.",
    more: {
      ask: "That card has expired. Does it still work?",
      answer:
        "Yes, banks move refunds of an expired card to your account. If yours does not, send me the letter from the bank and we transfer the {amount} directly.",
    },
  },
  {
    ...english,
    subject: "Which size of {item}?",
    items: ["Fjell hiking boot", "Skarv trail shoe", "Moor winter boot"],
    tags: ["products", "sizes"],
    asks: [
      "I am between two sizes for the {item}. I usually wear 42 in other brands. Which one should I take?",
      "Does the {item} run small? I want to wear thick socks with it.",
    ],
    pages: ["Size guide"],
    tool: { name: "check_stock", result: { item: "{item}", "42.5": "7 in stock", "43": "2 in stock" } },
    good: "The {item} runs about half a size small. With thick socks, 43 fits best if you usually wear 42; we have two left. You can send the other size back free of charge within 60 days.",
    plain: "Please see the size guide on the page of the product.",
  },
  {
    ...english,
    subject: "Wrong item in {order}",
    tags: ["orders", "returns"],
    asks: [
      "I ordered the {item} but the box of {order} has a camping mug in it. Picture attached.",
      "Wrong thing in my parcel: {order} should be the {item}, I got a mug. Please sort this out.",
    ],
    pages: ["Wrong or missing items"],
    tool: { name: "look_up_order", result: { order: "{order}", packed: "{item}", station: "packing table 4" } },
    good: "That was our mistake at the packing table. The {item} leaves today by express and arrives tomorrow. Keep the mug: sending it back would cost more than it is worth.",
    plain: "Please return the wrong item with the form in your account, then we send the right one.",
    photo: { name: "wrong-item.png", subject: "mug" },
  },
  {
    ...english,
    subject: "Change of address for {order}",
    tags: ["orders"],
    asks: [
      "We move on {date}. Can order {order} go to our new address in {city}?",
      "I typed the wrong street for {order}. It has not shipped yet I think. Can you change it?",
    ],
    pages: ["Change an order"],
    tool: { name: "look_up_order", result: { order: "{order}", status: "not packed yet", city: "{city}" } },
    good: "Order {order} is not packed yet, so I can still change it. Send me the new street and house number, and I confirm the address in {city} within a minute.",
    plain: "The address of an order can be changed before it is packed.",
    more: {
      ask: "It is 14 Orchard Lane, same postcode.",
      answer: "Done: {order} goes to 14 Orchard Lane, {city}. You have a confirmation in your email.",
    },
  },
  {
    ...english,
    subject: "Sole of the boots comes off",
    tags: ["returns", "damage"],
    asks: [
      "After four months the sole of my left boot comes off (order {order}, photo attached). Can they be repaired?",
      "Boots from {order}: the sole is loose at the toe. I love them and would rather have them resoled than replaced.",
    ],
    pages: ["Repairs", "Warranty"],
    tool: {
      name: "look_up_order",
      result: { order: "{order}", bought: "four months ago", repair: "possible, 9 working days" },
    },
    good: "They can be resoled, and within the warranty you pay nothing. It takes nine working days; I have sent a prepaid label for a shoe box. If you need boots meanwhile, our shop in {city} lends a pair.",
    plain: "Repairs are possible for many products.",
    photo: { name: "loose-sole.png", subject: "boot" },
  },
  {
    ...english,
    subject: "Voucher rejected for the {item}",
    tags: ["payments"],
    asks: [
      "The voucher from the newsletter says “not valid” when I order the {item}. It should run until {date}.",
      "Code SPRING15 is rejected at checkout. My basket is {amount}.",
    ],
    pages: ["Vouchers", "Payment methods"],
    tool: { name: "check_stock", result: { item: "{item}", sale: "already reduced" } },
    good: "SPRING15 is valid, but not on reduced items, and the {item} is reduced already: you pay less than with the code. Without it in the basket, the code takes 15 % off the rest.",
    plain: "Vouchers cannot be combined with other offers.",
  },
];
