import { useThreadText } from "../messages.ts";

/** Returns a function that translates the name of a role. An unknown role is unchanged. */
export function useRoleName(): (role: string) => string {
  const t = useThreadText();
  return (role) => (role === "user" || role === "assistant" || role === "system" || role === "tool" ? t(role) : role);
}
