import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { reloadWhenUpgraded } from "./api/missing-part.ts";
import { createQueryClient } from "./api/query-client.ts";
/* oxlint-disable import/no-unassigned-import -- style sheets of the whole page */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./design/base.css";
/* oxlint-enable import/no-unassigned-import */
import { applyTheme } from "./design/theme.ts";
import { preloadFromAddress } from "./pages/thread/thread-data.ts";
import { createAppRouter } from "./router.tsx";

applyTheme();
reloadWhenUpgraded();
const queryClient = createQueryClient();
preloadFromAddress(queryClient, location.pathname);
const router = createAppRouter(queryClient);
const root = document.querySelector("#root");
if (!root) throw new Error("The page has no #root.");

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
