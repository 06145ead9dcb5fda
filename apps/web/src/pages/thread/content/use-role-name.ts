import { useThreadText } from "../messages.ts";

/** The name of a role in the reader's language; an unknown one as it is. */
export function useRoleName(): (role: string) => string {
  const t = useThreadText();
  return (role) => (role === "user" || role === "assistant" || role === "system" || role === "tool" ? t(role) : role);
}
