import type { SupportScript } from "./support-script.ts";

const german = { language: "de" } as const;

export const germanSupport: SupportScript[] = [
  {
    ...german,
    subject: "Wo bleibt Bestellung {order}?",
    tags: ["orders", "delivery"],
    asks: [
      "Guten Tag, meine Bestellung {order} sollte am {date} ankommen, aber bis heute ist nichts da. Können Sie bitte nachsehen?",
      "Hallo, laut Sendungsverfolgung liegt mein Paket {order} seit Tagen im Verteilzentrum. Ich brauche die Sachen fürs Wochenende!",
    ],
    pages: ["Lieferzeiten", "Vermisste Pakete"],
    tool: { name: "track_parcel", result: { status: "im Verteilzentrum {city}", expected: "morgen bis 18 Uhr" } },
    good: "Ihr Paket {order} liegt im Verteilzentrum {city} und wird morgen bis 18 Uhr zugestellt. Sollte es dann nicht da sein, schreiben Sie mir kurz: Ich schicke noch am selben Tag Ersatz.",
    plain: "Ihr Paket ist unterwegs.",
    more: {
      ask: "Geht auch die Packstation um die Ecke?",
      answer:
        "Ja, ich habe die Zustellung auf die Packstation geändert. Den Abholcode bekommen Sie per E-Mail, sobald das Paket dort liegt.",
    },
  },
  {
    ...german,
    subject: "Reißverschluss klemmt",
    tags: ["returns", "damage"],
    asks: [
      "Der Reißverschluss an meinem Zelt (Bestellung {order}) klemmt schon nach der ersten Tour. Foto hängt an. Was schlagen Sie vor?",
      "Moin, beim Zelt aus {order} lässt sich die Tür nicht mehr schließen. Bekomme ich Ersatz oder eine Reparatur?",
    ],
    pages: ["Gewährleistung", "Reparaturen"],
    tool: { name: "look_up_order", result: { order: "{order}", geliefert: "{date}", garantie: "3 Jahre" } },
    good: "Das tut mir leid. Das Zelt ist noch in der Garantie: Sie bekommen kostenlos einen neuen Schieber zugeschickt, der sich ohne Werkzeug einsetzen lässt. Wenn das nicht hilft, tauschen wir das Zelt aus.",
    plain: "Bitte beachten Sie unsere Seite zur Gewährleistung.",
    photo: { name: "reissverschluss.png", subject: "tent" },
  },
  {
    ...german,
    subject: "Rückerstattung für {order}",
    tags: ["refunds", "payments"],
    asks: [
      "Ich habe {order} am {date} zurückgeschickt. Wann kommen die {amount} auf mein Konto?",
      "Die Rücksendung zu {order} ist längst bei Ihnen, aber das Geld fehlt noch. Bitte prüfen Sie das.",
    ],
    pages: ["Rückerstattung"],
    tool: {
      name: "issue_refund",
      result: { amount: "{amount}", to: "Konto mit Endung 27", arrives: "in 2 bis 3 Werktagen" },
    },
    good: "Ihre Rücksendung ist am {date} angekommen. Ich habe die {amount} soeben freigegeben; der Betrag ist in zwei bis drei Werktagen auf dem Konto mit der Endung 27.",
    plain: "Rückerstattungen dauern bis zu 14 Tage.",
  },
  {
    ...german,
    subject: "Rechnung auf die Firma",
    tags: ["payments"],
    asks: [
      "Könnten Sie die Rechnung zu {order} bitte auf unsere Firma ausstellen? Die Buchhaltung braucht die Umsatzsteuer-ID.",
      "Auf der Rechnung {order} fehlt unsere Firmenanschrift. Wie lässt sich das ändern?",
    ],
    pages: ["Rechnungen"],
    tool: { name: "look_up_order", result: { order: "{order}", betrag: "{amount}", status: "bezahlt" } },
    good: "Gerne. Schicken Sie mir Firmennamen, Anschrift und Umsatzsteuer-ID, dann geht die geänderte Rechnung über {amount} in wenigen Minuten an Ihre E-Mail-Adresse. Die alte wird automatisch storniert.",
    plain: "Rechnungen finden Sie in Ihrem Konto.",
  },
];
