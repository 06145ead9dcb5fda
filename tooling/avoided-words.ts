import { readProse } from "./read-prose.ts";

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

const rules: readonly Rule[] = [
  {
    pattern: /\b(nobody|somebody|anybody|everybody|whoever|whomever|whom)\b/iu,
    instead: "name the actor: client, caller, user, member",
  },
  { pattern: /\b(tells?|told)\b/iu, instead: "report, return, notify, state" },
  { pattern: /\bhears?( of| about)?\b/iu, instead: "is notified, receives" },
  { pattern: /\bis believed\b|\bbelieves\b/iu, instead: "trust, honor" },
  { pattern: /\banew\b/iu, instead: "again; restart, retry, reload" },
  { pattern: /\bfor ever\b/iu, instead: "forever, unlimited" },
  { pattern: /\bthere is (no such|nothing at)\b/iu, instead: "not found" },
  { pattern: /\b(stands?|stood|lies) (in|on|at|beside|there|elsewhere|below|above|behind)\b/iu, instead: "is" },
  { pattern: /\b(taken|takes|take) in\b/iu, instead: "accept, admit" },
  { pattern: /\b(is|are|was|were) (made|begun) of\b/iu, instead: "created from, consists of" },
  { pattern: /\bbegun\b/iu, instead: "started" },
  { pattern: /\b(let|lets|letting) in\b/iu, instead: "admit, accept, sign in" },
  { pattern: /\b(hold|holds|held|holding) up\b/iu, instead: "delay, block" },
  { pattern: /\bonce more\b|\bas ever\b/iu, instead: "again, as usual" },
  { pattern: /\bthat is none\b/iu, instead: "invalid" },
  { pattern: /\bin vain\b|\bno news\b/iu, instead: "without result, known" },
  { pattern: /\bmet another\b|\bmet do not meet\b/iu, instead: "conflict" },
  { pattern: /\bsent away\b|\bturned away\b/iu, instead: "rejected" },
  { pattern: /\b(is|are|be|was) dear\b/iu, instead: "expensive" },
  { pattern: /\bagainst the time before\b/iu, instead: "vs. previous period" },
  {
    pattern: /\b(keys joined by dots|with commas between them|line of names)\b/iu,
    instead: "dot-separated, comma-separated, header row",
  },
  { pattern: /\b(given to|answer of) the model\b/iu, instead: "input, output" },
  { pattern: /\b(least|greatest) value\b/iu, instead: "minimum value, maximum value" },
  { pattern: /\bwhat went (in|out|wrong)\b|\bwhat (goes in|came out)\b/iu, instead: "input, output, error" },
  { pattern: /\btime to the first token\b/iu, instead: "time to first token" },
  { pattern: /\bsecond factor of members\b/iu, instead: "two-factor authentication" },
  { pattern: /\b(latency of (the )?steps|errors of generations)\b/iu, instead: "step latency, generation errors" },
  { pattern: /\bits fate\b|\bthe fate of\b/iu, instead: "outcome" },
  { pattern: /\bthat (is|are|was|were) no (?!longer\b|more\b)/iu, instead: "invalid, not a" },
  { pattern: /\bmade from\b/iu, instead: "created from" },
  { pattern: /\bof (above|below)\b/iu, instead: "above, below" },
  { pattern: /\bstop(s|ped)? to (?!the |a |an )/iu, instead: "no longer" },
  { pattern: /\bno \w+ any ?more\b/iu, instead: "no longer, former" },
  { pattern: /\b(its|their) like\b/iu, instead: "similar" },
  { pattern: /\b(takes?|took) the place of\b/iu, instead: "replace" },
  { pattern: /\b(gives?|gave|giving) way\b/iu, instead: "yield" },
  { pattern: /\bfor now\b/iu, instead: "temporarily, not yet" },
  { pattern: /\b(is|are|was|were|be) \w+ed apart\b/iu, instead: "separately" },
  { pattern: /\bthat (it|they) (is|are) given\b/iu, instead: "its argument, the given" },
  { pattern: /\bahead of (you|us|them)\b/iu, instead: "before the caller reads it" },
  {
    pattern: /\b(whence|thereof|wherein|whereby|thereby|upon which|lest|albeit|whilst)\b/iu,
    instead: "two sentences, or: so, where, although",
  },
  {
    pattern: /\b([cC]olour|[hH]onour|[bB]ehaviour|[nN]eighbour|[fF]avour|[jJ]udgement|[lL]icence|[eE]-mail|E-MAIL)/u,
    instead: "American spelling",
  },
  {
    pattern: /\b(cancelled|labelled|travell(ed|ing)|summaris|organis(e|ation)|initialis|normalis|recognis|serialis)/iu,
    instead: "American spelling",
  },
];

/** Rule that a doc comment starts with a noun phrase or a third-person verb. */
const opening: Rule = {
  pattern: /^\/\*\* (What|Who|Whom|Whose|How) /u,
  instead: "a noun phrase or a verb: “Returns …”",
};

/** Texts to which the rules do not apply: code in backquotes, placeholders, and a phrase of a demo customer. */
const exceptions: readonly { readonly path: RegExp; readonly prose: RegExp }[] = [
  { path: /./u, prose: /`[^`]*`|\$\{[^}]*\}/gu },
  { path: /^apps\/demo\/src\/customer-requests\.ts$/u, prose: /and tell me/gu },
];

/** Words in a file that plain English avoids, with a suggestion. */
export interface AvoidedWords {
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}

export function findAvoidedWords(path: string, source: string): AvoidedWords[] {
  return readProse(path, source).flatMap(({ line, prose }) => {
    let plain = prose;
    for (const exception of exceptions) if (exception.path.test(path)) plain = plain.replaceAll(exception.prose, "");
    return [...rules, opening].flatMap(({ pattern, instead }) => {
      const found = pattern.exec(plain);
      return found ? [{ line, words: found[0].trim(), instead }] : [];
    });
  });
}
