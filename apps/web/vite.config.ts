import react from "@vitejs/plugin-react";
import { type UserConfig, defineConfig } from "vite";

/** Where `pnpm --filter @threadline/web dev` finds the service. */
const service = process.env["THREADLINE_URL"] ?? "http://127.0.0.1:4000";

const config: UserConfig = defineConfig({
  // Relative URLs and a `<base>` that the service fills in: the base path is known at run time only.
  base: "./",
  plugins: [react()],
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 600 },
  server: { proxy: { "/api": service } },
});

export default config;
