import { Link2 } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { useThreadPage } from "../thread-context.ts";
import { useThreadText } from "../messages.ts";

/** Button that navigates to a message and copies its URL. */
export function MessageLink({
  stepId,
  hash,
  className,
}: {
  readonly stepId: string;
  /** URL fragment of a message within the step. Without it, the link points to the step. */
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
        // The click would also select the card around the button.
        event.stopPropagation();
        void copyLink(stepId, hash);
      }}
    >
      <Link2 size={14} aria-hidden />
    </IconButton>
  );
}
