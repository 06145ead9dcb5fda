export const newestFirst = { column: "createdAt", direction: "DESC" } as const;
