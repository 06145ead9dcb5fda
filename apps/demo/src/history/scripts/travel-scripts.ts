import type { Random } from "../random.ts";
import type { Slots } from "./fill-slots.ts";

export interface TravelScript {
  subject: string;
  tags: string[];
  ask: string;
  searches: { name: "search_trains" | "search_hotels" | "search_flights" | "check_weather"; result: string[] }[];
  answer: string;
  /** Answer of the release that made the agent worse. It overlooks a wish of the traveler. */
  worse: string;
  /** Reason that a dissatisfied traveler gives. */
  complaint: string;
  more?: { ask: string; answer: string };
}

const trips = [
  { from: "Cologne", to: "Geneva", region: "the Jura" },
  { from: "London", to: "Edinburgh", region: "the Highlands" },
  { from: "Paris", to: "Barcelona", region: "the Pyrenees" },
  { from: "Milan", to: "Zurich", region: "the Alps" },
  { from: "Vienna", to: "Ljubljana", region: "the Julian Alps" },
  { from: "Osaka", to: "Kanazawa", region: "the Japanese Alps" },
  { from: "Bergen", to: "Oslo", region: "the Hardangervidda" },
  { from: "Madrid", to: "Lisbon", region: "the Serra da Estrela" },
];
const months = ["April", "May", "June", "September", "October"];

/** Returns random values for a trip: cities, dates and prices. */
export function travelSlots(random: Random): Slots {
  const trip = random.pick(trips);
  const day = random.whole(3, 24);
  const price = random.whole(48, 136);
  return {
    ...trip,
    month: random.pick(months),
    day: String(day),
    until: String(day + random.whole(2, 4)),
    price: `€${price}`,
    total: `€${price * 2 + random.whole(180, 420)}`,
    depart: `0${random.whole(6, 9)}:${random.pick(["04", "18", "32", "46"])}`,
    arrive: `1${random.whole(2, 6)}:${random.pick(["05", "21", "40", "52"])}`,
    people: String(random.whole(2, 5)),
  };
}

export const travelScripts: TravelScript[] = [
  {
    subject: "Train from {from} to {to}",
    tags: ["trains"],
    ask: "Two of us want to go from {from} to {to} by train on {day} {month}, arriving before 17:00, with at most one change. What does it cost?",
    searches: [
      {
        name: "search_trains",
        result: [
          "{depart} – {arrive}, 1 change, {price}",
          "10:26 – 18:04, direct, €41",
          "11:02 – 19:30, 2 changes, €36",
        ],
      },
    ],
    answer:
      "Take the train at {depart}: it arrives in {to} at {arrive} with one change, for {price} per person. The direct train is cheaper, but arrives after 18:00, too late for you.",
    worse: "The cheapest train leaves {from} at 11:02 and arrives at 19:30 with two changes, for €36 per person.",
    complaint: "Arrival before 17:00 and one change at most: it ignored both.",
    more: {
      ask: "Can we take bicycles?",
      answer:
        "Yes, on the {depart} train: €9 per bicycle, with a reservation. The second train on the route has eight places.",
    },
  },
  {
    subject: "Weekend in {to}",
    tags: ["hotels", "trains"],
    ask: "Plan a weekend in {to} for {people} people, {day} to {until} {month}. Central hotel with breakfast, not more than {total} in all.",
    searches: [
      { name: "search_trains", result: ["{depart} – {arrive}, 1 change, {price}", "13:40 – 20:11, direct, €52"] },
      {
        name: "search_hotels",
        result: [
          "Hotel Lind, old town, breakfast, 8.7",
          "Station Inn, no breakfast, 7.9",
          "Casa Nord, 12 minutes by tram, breakfast, 8.9",
        ],
      },
      { name: "check_weather", result: ["mild, a shower on the second day"] },
    ],
    answer:
      "For {total} in all: the train at {depart} ({price} each way), and Hotel Lind in the old town, with breakfast. Keep the museum for the second day, when a shower is likely.",
    worse: "I recommend the Station Inn and the train at 13:40. The museum is a good choice on the first day.",
    complaint: "The hotel has no breakfast, although the request names it.",
    more: {
      ask: "Is there a quieter hotel for the same price?",
      answer:
        "Casa Nord is on a side street, twelve minutes by tram, with breakfast and the better rating. It costs €6 less per night.",
    },
  },
  {
    subject: "Hiking in {region} without a car",
    tags: ["hiking", "hotels"],
    ask: "We are {people} and would like to hike for three days in {region} in {month}, without a car, hut to hut, about six hours per day.",
    searches: [
      { name: "search_trains", result: ["{from} – trailhead, {depart} – {arrive}, bus for the last 9 km"] },
      {
        name: "search_hotels",
        result: ["Upper hut, 24 beds, dinner", "Lake hut, 16 beds, dinner", "Valley guesthouse, 9 rooms"],
      },
      { name: "check_weather", result: ["14 °C, dry until noon, thunderstorms possible after 16:00"] },
    ],
    answer:
      "Start with the {depart} train; the bus waits for it. Day one to the Upper hut (5 h 40), day two to the Lake hut (6 h 10), day three to the valley (4 h 30). Start before eight: thunderstorms are possible after 16:00.",
    worse: "Rent a car in {from} and drive to the valley guesthouse, from where you can do day hikes.",
    complaint: "It suggests a rental car, although the request says “without a car”.",
  },
  {
    subject: "Moving a booking by a day",
    tags: ["changes"],
    ask: "Our meeting moved. Can you move the trip {from} – {to} from {day} to one day later, and say what it costs?",
    searches: [
      { name: "search_trains", result: ["next day {depart} – {arrive}, {price}", "next day 12:15 – 18:48, €39"] },
    ],
    answer:
      "Yes: the same train runs a day later ({depart}, arrival {arrive}). The change costs €15 per ticket plus the difference of €4. Shall I book it? The offer is valid until tonight.",
    worse: "Your ticket can be changed. Please contact the railway company.",
    complaint: "No price, only a referral to the hotline of the railway.",
    more: {
      ask: "Yes, book it please.",
      answer:
        "Done. The new tickets are in your email, the old ones are no longer valid. The hotel has moved your arrival as well, without a fee.",
    },
  },
  {
    subject: "Flight or train to {to}?",
    tags: ["trains", "flights"],
    ask: "What is faster door to door from {from} to {to} on {day} {month}, flight or train? I have hand luggage only and live next to the main station.",
    searches: [
      { name: "search_flights", result: ["09:50 – 11:25, €118", "17:15 – 18:50, €74"] },
      { name: "search_trains", result: ["{depart} – {arrive}, 1 change, {price}"] },
    ],
    answer:
      "Door to door they take about the same: the flight 5 h 10 with the way to the airports, the train 5 h 40 from your doorstep, for {price} instead of €118. On the train you also have four hours at a table.",
    worse: "The flight takes 1 h 35, so it is much faster than the train.",
    complaint: "It compared flight time only, not door to door.",
  },
];
