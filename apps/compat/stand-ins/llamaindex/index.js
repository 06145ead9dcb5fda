// `@literalai/client` 0.0.508 imports `Settings` when it is loaded, but only uses it to instrument llamaIndex.
export const Settings = {};
