import { ThreadlineReporter } from "@threadline/vitest";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  resolve: { conditions: ["@threadline/source", "node"] },
  ssr: { resolve: { conditions: ["@threadline/source", "node"], externalConditions: ["@threadline/source", "node"] } },
  test: { include: ["answers.ts"], reporters: ["default", new ThreadlineReporter({ name: "capitals" })] },
});

export default config;
