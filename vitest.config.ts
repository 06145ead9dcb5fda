import { type ViteUserConfig, defineConfig } from "vitest/config";

// Without "import", which would hold for `require` too.
const conditions = ["@threadline/source", "node"];

const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["{packages,apps}/*/{src,test}/**/*.test.ts", "examples/**/*.test.ts", "tooling/**/*.test.ts"],
    setupFiles: ["packages/server/test/canaries/watch-secrets.ts"],
    // A busy machine takes its time; what holds is seen as soon as it does.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Node strips types with WebAssembly. In V8 13.6 the tier-up of its wrappers, which threads share, crashes the process
    // (a freed wrapper in WasmCode::DecrementRefCount) once threads start and end by the dozen.
    execArgv: ["--wasm-wrapper-tiering-budget=2147483647"],
  },
});

export default config;
