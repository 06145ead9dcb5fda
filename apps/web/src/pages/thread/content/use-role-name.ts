import { useThreadText } from "../messages.ts";

/** Returns a function that translates a role. Unknown roles are unchanged. */
export function useRoleName(): (role: string) => string {
  const t = useThreadText();
  return (role) => (role === "user" || role === "assistant" || role === "system" || role === "tool" ? t(role) : role);
}
