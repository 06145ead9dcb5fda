import type { Parameter } from "../../sqlite/database.ts";
import type { Fragment as AnyFragment } from "../fragment.ts";

export type Fragment = AnyFragment<Parameter>;
