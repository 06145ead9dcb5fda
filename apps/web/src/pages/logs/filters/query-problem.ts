import { parseQuery, QueryError, queryMessages, resolveQuery } from "@threadline/schema/query";
import { defineMessages } from "../../../messages/define-messages.ts";
import type { LogResource } from "../log-resource.ts";
import { queriedList } from "./query-text.ts";

const longestPart = 30;

const useProblemText = defineMessages("query-problems", {
  en: { atEnd: "At the end:", atPart: "“{{part}}” at character {{place}}:", ...queryMessages },
  de: {
    atEnd: "Am Ende:",
    atPart: "„{{part}}“ an Stelle {{place}}:",
    tooLong: "Die Suche ist zu lang: höchstens {{limit}} Zeichen.",
    tooDeep: "Gruppen und Ausschlüsse sind zu tief verschachtelt: höchstens {{limit}} Ebenen.",
    tooManyValues: "Die Suche hat zu viele Werte: höchstens {{limit}}.",
    tooManyConditions:
      "Die Suche hat zu viele Bedingungen: höchstens {{limit}}. Eine Liste wie model:a,b zählt als eine.",
    unopenedGroup: "Entferne diese Klammer oder öffne sie vorher.",
    unclosedGroup: "Schließe diese Klammer.",
    unfinishedGroup: "Schreibe eine Bedingung hinter diese Klammer und schließe sie.",
    emptyGroup: "Schreibe eine Bedingung zwischen die Klammern.",
    unclosedQuote: "Schließe das Anführungszeichen.",
    emptyText: "Schreibe einen Text zwischen die Anführungszeichen.",
    quoteValue: "Setze Werte mit Anführungszeichen, Kommas oder Klammern in Anführungszeichen.",
    minusAlone: "Schreibe „-“ direkt vor das, was ausgeschlossen wird, oder setze es in Anführungszeichen.",
    wordLast: "Schreibe eine Bedingung hinter {{word}} oder setze es in Anführungszeichen.",
    wordAlone: "Schreibe auf beiden Seiten von {{word}} eine Bedingung oder setze es in Anführungszeichen.",
    noValue: "Schreibe einen Wert direkt hinter „{{before}}“.",
    compareAny: "Schreibe hinter „{{sign}}“ einen Wert ohne „*“.",
    listForm: "Schreibe mehrere Werte mit Kommas, zum Beispiel model:gpt-4o,gpt-4o-mini.",
    rangeForm: "Schreibe einen Bereich als 1..5, 1..* oder *..5. Setze Texte mit zwei Punkten in Anführungszeichen.",
    partForm: "Um Werte zu finden, die einen Text enthalten, schreibe „*“ auf beide Seiten des Textes: name:*text*.",
    colonInText: "Setze Texte mit Doppelpunkt in Anführungszeichen oder schreibe ein Feld vor den Doppelpunkt.",
    starInText: "Ein Text wird an jeder Stelle gefunden: lass „*“ weg oder setze den Text in Anführungszeichen.",
    unknownField:
      "Diese Liste hat kein Feld „{{name}}“. Möglich sind {{names}}; setze Texte mit Doppelpunkt in Anführungszeichen.",
    noPath: "„{{name}}“ hat keine Unterfelder: schreibe {{example}}.",
    alwaysPresent: "Jeder Eintrag hat „{{name}}“: lass die Bedingung weg.",
    writeAs: "Schreibe {{example}}.",
    status: "Schreibe status:error oder status:ok.",
    textCompared:
      "„{{name}}“ ist ein Text und kann nicht verglichen werden: schreibe {{name}}:text oder {{name}}:*teil*.",
    textRange: "„{{name}}“ ist ein Text: setze Texte mit zwei Punkten in Anführungszeichen.",
    wholeOnly: "„{{name}}“ wird als Ganzes verglichen: schreibe {{name}}:wert ohne „*“.",
    notNumber: "„{{name}}“ ist eine Zahl: schreibe einen Wert wie {{examples}} statt „{{text}}“.",
    onlyNumbers: "Nur Zahlen können verglichen werden: schreibe einen Wert wie {{examples}} statt „{{text}}“.",
    notTime: "„{{name}}“ ist eine Zeit: schreibe einen Wert wie {{examples}} statt „{{text}}“.",
    lastCompared: "Schreibe {{name}}:{{text}}. In Vergleichen und Bereichen schreibe „now“ statt „last“.",
    noTextPart: "„{{name}}“ ist kein Text: schreibe einen Vergleich wie {{name}}:>1 statt „*“.",
  },
});

/** Returns a function that describes the error of a query in the user's language. It returns null for a valid query. */
export function useQueryProblem(): (resource: LogResource, text: string) => string | null {
  const t = useProblemText();
  const placeOf = (text: string, { start, end }: QueryError): string => {
    const part = text.slice(start, end).trim();
    if (part === "") return t("atEnd");
    return t("atPart", { part: part.length > longestPart ? `${part.slice(0, longestPart)}…` : part, place: start + 1 });
  };
  return (resource, text) => {
    try {
      const node = parseQuery(text);
      if (node !== null) resolveQuery(node, { list: queriedList(resource), now: Date.now() });
      return null;
    } catch (error) {
      if (error instanceof QueryError) return `${placeOf(text, error)} ${t(error.problem, error.values)}`;
      throw error;
    }
  };
}
