import { createHash } from "node:crypto";
import { createAdapterFactory } from "better-auth/adapters";
import type { AdapterFactory, CleanedWhere, CustomAdapter } from "better-auth/adapters";
import type { BetterAuthOptions } from "better-auth/minimal";
import { authTables } from "../store/accounts.ts";
import type { AccountStore, AuthCondition, AuthRow, AuthTable, AuthValue } from "../store/accounts.ts";

const operators: Readonly<Partial<Record<string, AuthCondition["operator"]>>> = {
  eq: "=",
  ne: "!=",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  in: "in",
};

const times: readonly string[] = ["expiresAt", "createdAt", "updatedAt", "lockedUntil"];

/**
 * Columns for the tokens that the identity provider issues. The tokens are needed only during the sign-in, so these
 * columns are never stored.
 */
const unkept: readonly string[] = [
  "accessToken",
  "refreshToken",
  "idToken",
  "accessTokenExpiresAt",
  "refreshTokenExpiresAt",
];

type Row = Record<string, unknown>;

/**
 * Connects the authentication library to our store. Only the SHA-256 of session tokens is stored, so that a stolen copy
 * of the database grants no access.
 */
export function createAuthAdapter(accounts: AccountStore): AdapterFactory<BetterAuthOptions> {
  const first = async (model: string, where: readonly CleanedWhere[]): Promise<AuthRow | undefined> =>
    (await accounts.findRows(tableOf(model), where.map(toCondition), { limit: 1 }))[0];

  // In the type `CustomAdapter`, each method returns the row type that its caller requests. These methods return
  // untyped rows, so the adapter is cast below. The cast is correct, because the rows contain the fields that the
  // library stored.
  const adapter = {
    async create({ model, data }: { model: string; data: Row }) {
      await accounts.insertRow(tableOf(model), toStored(data));
      return data;
    },
    async findOne({ model, where }: { model: string; where: CleanedWhere[] }) {
      const row = await first(model, where);
      return row ? fromStored(row, where) : null;
    },
    async findMany(query: {
      model: string;
      where?: CleanedWhere[] | undefined;
      limit: number;
      offset?: number | undefined;
      sortBy?: { field: string; direction: "asc" | "desc" } | undefined;
    }) {
      const { model, where = [], limit, offset, sortBy } = query;
      const rows = await accounts.findRows(tableOf(model), where.map(toCondition), { limit, offset, orderBy: sortBy });
      return rows.map((row) => fromStored(row, where));
    },
    async update({ model, where, update }: { model: string; where: CleanedWhere[]; update: unknown }) {
      const rows = await accounts.updateRows(tableOf(model), where.map(toCondition), toStored(update as Row));
      return rows[0] ? fromStored(rows[0], where) : null;
    },
    async updateMany({ model, where, update }: { model: string; where: CleanedWhere[]; update: Row }) {
      return (await accounts.updateRows(tableOf(model), where.map(toCondition), toStored(update))).length;
    },
    async delete({ model, where }: { model: string; where: CleanedWhere[] }) {
      await accounts.deleteRows(tableOf(model), where.map(toCondition));
    },
    async deleteMany({ model, where }: { model: string; where: CleanedWhere[] }) {
      return (await accounts.deleteRows(tableOf(model), where.map(toCondition))).length;
    },
    async consumeOne({ model, where }: { model: string; where: CleanedWhere[] }) {
      const found = await first(model, where);
      if (!found) return null;
      // Deletes the row by its id. If two calls have found the same row, only one of them deletes it. The other call
      // returns null.
      const own: AuthCondition = { field: "id", operator: "=", value: found["id"] ?? null };
      const [row] = await accounts.deleteRows(tableOf(model), [own]);
      return row ? fromStored(row, where) : null;
    },
    async count({ model, where = [] }: { model: string; where?: CleanedWhere[] | undefined }) {
      return (await accounts.findRows(tableOf(model), where.map(toCondition))).length;
    },
  };
  return createAdapterFactory({
    config: { adapterId: "threadline", supportsNumericIds: false },
    adapter: () => adapter as unknown as CustomAdapter,
  });
}

function tableOf(model: string): AuthTable {
  const table = authTables.find((each) => each === model);
  if (!table) throw new Error(`Unknown account table "${model}"`);
  return table;
}

function toCondition({ field, operator, value, connector }: CleanedWhere): AuthCondition {
  const translated = operators[operator ?? "eq"];
  if (!translated || connector === "OR") throw new Error(`Unsupported account condition "${field} ${operator}"`);
  return { field, operator: translated, value: Array.isArray(value) ? value : toValue(field, value) };
}

function toStored(row: Row): AuthRow {
  const kept = Object.entries(row).filter(([field, value]) => value !== undefined && !unkept.includes(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, toValue(field, value)]));
}

function toValue(field: string, value: unknown): AuthValue {
  if (value instanceof Date) return value.getTime();
  return field === "token" && typeof value === "string" ? hashToken(value) : (value as AuthValue); // columns hold no other types
}

/**
 * Converts a stored row for the authentication library. A session row contains the hash of its token, but the library
 * expects the token. If the library searched by the token, returns this token instead of the hash.
 */
function fromStored(row: AuthRow, where: readonly CleanedWhere[]): Row {
  const asked = where.find(({ field, operator }) => field === "token" && operator === "eq")?.value;
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => {
      if (field === "token" && typeof asked === "string") return [field, asked];
      return [field, times.includes(field) && typeof value === "number" ? new Date(value) : value];
    }),
  );
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
