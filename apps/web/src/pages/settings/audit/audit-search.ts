export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly target?: string;
  /** Start, as ISO 8601. */
  readonly from?: string;
  /** End, as ISO 8601. */
  readonly to?: string;
}

const names = ["actor", "action", "target", "from", "to"] as const;

/** Parses the search part of a URL. Omits empty texts and invalid times. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = search[name];
      if (typeof text !== "string" || text === "") return [];
      const isTime = name === "from" || name === "to";
      return isTime && Number.isNaN(Date.parse(text)) ? [] : [[name, text]];
    }),
  );
}
