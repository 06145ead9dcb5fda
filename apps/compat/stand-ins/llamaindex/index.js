// `@literalai/client` 0.0.508 imports `Settings` when it loads, and uses it only in its llamaIndex instrumentation.
export const Settings = {};
