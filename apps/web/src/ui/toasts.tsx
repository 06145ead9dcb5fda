import type { LinkProps } from "@tanstack/react-router";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { onDemand } from "./on-demand.tsx";

/** Short message at the edge of the window, which disappears after 8 seconds. */
export interface ToastContent {
  readonly text: string;
  readonly undo?: (() => void) | undefined;
  /** Link to what the message is about. */
  readonly link?: { readonly text: string; readonly target: Pick<LinkProps, "to" | "params" | "search"> } | undefined;
}

const ToastContext = createContext<(toast: ToastContent) => void>(() => undefined);

export function useToast(): (toast: ToastContent) => void {
  return useContext(ToastContext);
}

const OpenToasts = onDemand(async () => (await import("./open-toasts.tsx")).OpenToasts);

export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastContent[]>([]);
  const show = useCallback((toast: ToastContent) => setToasts((shown) => [...shown, toast]), []);
  return (
    <ToastContext value={show}>
      {children}
      {toasts.length > 0 && <OpenToasts toasts={toasts} />}
    </ToastContext>
  );
}
