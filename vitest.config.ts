import { type ViteUserConfig, defineConfig } from "vitest/config";

const conditions = ["@threadline/source", "node", "import", "default"];

const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["{packages,apps}/*/{src,test}/**/*.test.ts", "examples/**/*.test.ts", "tooling/**/*.test.ts"],
    testTimeout: 30_000,
  },
});

export default config;
