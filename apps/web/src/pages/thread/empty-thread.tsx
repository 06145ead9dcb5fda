import { absoluteServiceUrl } from "../../api/base-path.ts";
import { Code } from "../../ui/code.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { useThreadText } from "./messages.ts";

/** Shown for a thread without steps. Explains how to record the first one. */
export function EmptyThread({ threadId }: { readonly threadId: string }) {
  const t = useThreadText();
  return (
    <EmptyState title={t("noSteps")}>
      <p>{t("noStepsHint")}</p>
      <Code text={sampleCode(threadId)} />
    </EmptyState>
  );
}

function sampleCode(threadId: string): string {
  const url = absoluteServiceUrl();
  return [
    'import { Threadline } from "@threadline/core";',
    "",
    `const client = new Threadline({ url: ${JSON.stringify(url)} });`,
    `const thread = client.thread({ id: ${JSON.stringify(threadId)} });`,
    'await thread.step({ type: "user_message", output: { content: "Hello" } }).send();',
  ].join("\n");
}
