import { Button } from "../../../ui/button.tsx";
import { useUiText } from "../../../ui/messages.ts";
import { useThreadText } from "../messages.ts";
import { useFailedLoads } from "../payloads/use-payload.ts";
import styles from "./load-failure.module.css";

export function LoadFailure() {
  const t = useThreadText();
  const ui = useUiText();
  const { count, retry } = useFailedLoads();
  if (count === 0) return null;
  return (
    <div className={styles.failure} role="alert">
      <span>{t("notLoaded", { count })}</span>
      <Button size="small" onClick={retry}>
        {ui("retry")}
      </Button>
    </div>
  );
}
