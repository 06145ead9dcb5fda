export { observe, type LlamaIndexCallbacks, type ObserveOptions } from "./observe.ts";
