import { isUnreachable } from "../../../api/request-error.ts";
import { Button } from "../../../ui/button.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useRetry } from "../payloads/use-payload.ts";
import styles from "./load-failure.module.css";

export function ContentFailure({ id, error }: { readonly id: string; readonly error: Error }) {
  const ui = useUiText();
  const retry = useRetry();
  return (
    <div className={styles.content}>
      <span>
        {ui("failed")}: {isUnreachable(error) ? ui("unreachable") : <VisibleText text={error.message} />}
      </span>
      <Button size="small" onClick={() => retry(id)}>
        {ui("retry")}
      </Button>
    </div>
  );
}
