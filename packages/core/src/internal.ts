// For the other packages of Threadline, which need a core of the same minor version. Its declarations are not published.
export { AutoThreads } from "./auto-threads.ts";
export { ModelCall } from "./context/model-call.ts";
export { copyJson, keepJson, keepLists } from "./delivery/known-json.ts";
export { isPlainObject } from "./plain-object.ts";
