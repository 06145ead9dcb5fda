import { useThreadText } from "../messages.ts";

/** Translated name of a role; an unknown role is unchanged. */
export function useRoleName(): (role: string) => string {
  const t = useThreadText();
  return (role) => (role === "user" || role === "assistant" || role === "system" || role === "tool" ? t(role) : role);
}
