import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { isJsonObject } from "../../records/json-values.ts";
import type { JsonValue } from "../../json/json-value.ts";
import { CommandError } from "../command-error.ts";
import type { Position } from "./import-source.ts";

/** Source and target of an import. A resumed import must use the same source and target. */
export interface ImportRoute {
  readonly from: string;
  readonly source: string;
  readonly service: string;
}

/** File with the position of an import, from which a later run continues. */
export class ImportState {
  readonly #path: string;
  readonly #route: ImportRoute;

  constructor(path: string, route: ImportRoute) {
    this.#path = path;
    this.#route = route;
  }

  /**
   * Reads the position; null if there is no file. Throws a {@link CommandError} if the file belongs to another import.
   */
  async read(): Promise<Position | null> {
    const text = await readFile(this.#path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text === null) return null;
    const { route, position } = parseState(text, this.#path);
    if (JSON.stringify(route) !== JSON.stringify(this.#route)) {
      throw new CommandError(
        `${this.#path} is the state file of another import. Delete it, or choose another file with --state.`,
      );
    }
    return position;
  }

  async save(position: Position): Promise<void> {
    const pending = `${this.#path}.tmp`;
    await writeFile(pending, `${JSON.stringify({ route: this.#route, position })}\n`, { mode: 0o600 });
    await rename(pending, this.#path);
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

function parseState(text: string, path: string): { readonly route: JsonValue; readonly position: Position } {
  try {
    const state = JSON.parse(text) as JsonValue;
    const { route, position } = isJsonObject(state) ? state : {};
    if (isJsonObject(route) && isJsonObject(position) && typeof position["section"] === "string") {
      const after = position["after"];
      return { route, position: { section: position["section"], after: typeof after === "string" ? after : null } };
    }
  } catch {
    // Text that is not JSON is rejected with the error below.
  }
  throw new CommandError(`${path} is not a state file of an import. Delete it, or choose another file.`);
}
