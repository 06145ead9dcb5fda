import { CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "../schema/records.ts";
import type { Session } from "./session.ts";

interface CompilableBy<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

/** Compiles queries once per database, because compiling takes longer than executing. */
export class CompiledQueries {
  readonly #texts = new Map<string, string>();

  /**
   * Returns the query with this name. It is compiled on first use. `parameters` are its values, in the order of the
   * placeholders.
   */
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
