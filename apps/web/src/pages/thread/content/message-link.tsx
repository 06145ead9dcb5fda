import { Link2 } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { useThreadPage } from "../thread-context.ts";
import { useThreadText } from "../messages.ts";

/** Copies the URL of a message, and opens it. */
export function MessageLink({
  stepId,
  hash,
  className,
}: {
  readonly stepId: string;
  /** URL fragment of a message in the step; default: the step. */
  readonly hash?: string | undefined;
  readonly className?: string | undefined;
}) {
  const t = useThreadText();
  const { copyLink } = useThreadPage();
  return (
    <IconButton
      size="small"
      label={t(hash === undefined ? "copyStepLink" : "copyMessageLink")}
      className={className}
      onClick={(event) => {
        // A click would also open the surrounding card.
        event.stopPropagation();
        void copyLink(stepId, hash);
      }}
    >
      <Link2 size={14} aria-hidden />
    </IconButton>
  );
}
