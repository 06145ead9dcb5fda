import { Link } from "@tanstack/react-router";
import { useOperation } from "../../../api/use-request.ts";
import { promptName } from "../../../generated/prompt-name.ts";
import { useInspectorText } from "./messages.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

/**
 * Link to a prompt version, with the prompt's name and the version number. Shows the id of the version while the name
 * is loading, and if the version was deleted.
 */
export function PromptLink({ projectId, id }: { readonly projectId: string; readonly id: string }) {
  const t = useInspectorText();
  const { data } = useOperation(promptName, { id });
  const found = data?.promptVersion;
  if (!found)
    return (
      <code>
        <VisibleText text={id} />
      </code>
    );
  const { version, lineage } = found;
  return (
    <Link to="/projects/$projectId/prompts/$name" params={{ projectId, name: lineage.name }} search={{ version }}>
      {t("promptVersion", { name: lineage.name, version })}
    </Link>
  );
}
