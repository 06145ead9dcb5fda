import { useEffect, useState } from "react";

/**
 * Returns a function that converts a color token or CSS expression to a color for a canvas. After each change of the
 * theme, the hook returns a new function. Effects and memos that depend on the function therefore run again.
 */
export function useColors(): (token: string) => string {
  const [read, setRead] = useState(() => readColor.bind(null, new Map<string, string>()));
  useEffect(() => {
    const update = (): void => setRead(() => readColor.bind(null, new Map<string, string>()));
    const system = matchMedia("(prefers-color-scheme: dark)");
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    system.addEventListener("change", update);
    return () => {
      observer.disconnect();
      system.removeEventListener("change", update);
    };
  }, []);
  return read;
}

/**
 * Sets the token as the `color` of an element, and reads the computed color. Browsers resolve `light-dark()` only in
 * such a property, and not in a custom property.
 */
function readColor(known: Map<string, string>, token: string): string {
  const found = known.get(token);
  if (found !== undefined) return found;
  const probe = document.createElement("span");
  probe.style.color = token.startsWith("--") ? `var(${token})` : token;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  known.set(token, color);
  return color;
}
