import { CSPProvider } from "@base-ui/react/csp-provider";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
/* oxlint-disable import/no-unassigned-import -- style sheets of the whole page */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../design/base.css";
/* oxlint-enable import/no-unassigned-import */
import { Toasts } from "../ui/toasts.tsx";
import { Gallery } from "./gallery.tsx";

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no #root.");

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <Toasts>
        <Gallery />
      </Toasts>
    </CSPProvider>
  </StrictMode>,
);
