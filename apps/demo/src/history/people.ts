export type Language = "en" | "de" | "ar";

export interface Person {
  identifier: string;
  name: string;
  language: Language;
  plan: "guest" | "member" | "business";
  city: string;
}

const person = (
  name: string,
  { language = "en", plan = "member", city }: { language?: Language; plan?: Person["plan"]; city: string },
  identifier: string,
): Person => ({ identifier: `${identifier}@example.com`, name, language, plan, city });

export const people: readonly Person[] = [
  person("Priya Raman", { city: "Leeds" }, "priya.raman"),
  person("Daniel Osei", { city: "Accra", plan: "guest" }, "daniel.osei"),
  person("Hannah Weiss", { city: "Freiburg", language: "de" }, "hannah.weiss"),
  person("Lukas Brandt", { city: "Hamburg", language: "de", plan: "business" }, "lukas.brandt"),
  person("Layla Haddad", { city: "Amman", language: "ar" }, "layla.haddad"),
  person("Omar Nasser", { city: "Dubai", language: "ar", plan: "business" }, "omar.nasser"),
  person("Sofia Lindqvist", { city: "Gothenburg", plan: "business" }, "sofia.lindqvist"),
  person("Marcus Bell", { city: "Denver" }, "marcus.bell"),
  person("Chiara Romano", { city: "Turin", plan: "guest" }, "chiara.romano"),
  person("Kenji Watanabe", { city: "Osaka" }, "kenji.watanabe"),
  person("Aoife Brennan", { city: "Galway" }, "aoife.brennan"),
  person("Mateo Vargas", { city: "Bogotá", plan: "guest" }, "mateo.vargas"),
  person("Ingrid Solheim", { city: "Bergen" }, "ingrid.solheim"),
  person("Tariq Aziz", { city: "Manchester" }, "tariq.aziz"),
  person("Wen Li", { city: "Singapore", plan: "business" }, "wen.li"),
  person("Grace Mwangi", { city: "Nairobi" }, "grace.mwangi"),
  person("Jonas Keller", { city: "Bern", language: "de", plan: "guest" }, "jonas.keller"),
  person("Noor Al-Sayed", { city: "Cairo", language: "ar", plan: "guest" }, "noor.alsayed"),
  person("Elena Petrova", { city: "Sofia" }, "elena.petrova"),
  person("Ben Carter", { city: "Bristol", plan: "business" }, "ben.carter"),
];
