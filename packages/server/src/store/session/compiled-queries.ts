import { CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "../schema/records.ts";
import type { Session } from "./session.ts";

/** A query of the builder, or one in SQL. */
interface CompilableBy<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

/** Queries that are compiled once for each database: to compile one takes longer than to execute it. */
export class CompiledQueries {
  readonly #texts = new Map<string, string>();

  /** Compiles the query of that name when it is first needed. `parameters`: its values in the order of their places. */
  of<Row>(
    session: Session,
    name: string,
    query: () => CompilableBy<Row>,
    parameters: readonly unknown[],
  ): CompiledQuery<Row> {
    const kind = `${session.dialect.name} ${name}`;
    let text = this.#texts.get(kind);
    if (text === undefined) {
      text = query().compile(session.db).sql;
      this.#texts.set(kind, text);
    }
    return CompiledQuery.raw(text, [...parameters]);
  }
}
