import { defineMessages } from "../../messages/define-messages.ts";

export const useLoginText = defineMessages("login", {
  en: { title: "Sign in to Threadline", email: "E-mail", password: "Password", signIn: "Sign in" },
  de: { title: "Bei Threadline anmelden", email: "E-Mail", password: "Passwort", signIn: "Anmelden" },
});
