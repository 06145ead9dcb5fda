import { Link } from "@tanstack/react-router";
import { isObject } from "../content/chat-message.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { useThreadPage } from "../thread-context.ts";
import styles from "./inspector.module.css";
import { useInspectorText } from "./messages.ts";

/**
 * Whether a step is the outermost step of an experiment item's run. Scores of this run are stored with the experiment
 * item instead of the step.
 */
export function isItemRun({ environment, parentId, type, metadata }: Payload): boolean {
  if (environment !== "experiment" || parentId !== null) return false;
  return type === "run" || (isObject(metadata) && metadata["purpose"] === "experiment");
}

/**
 * Note that the scores of this run are on the page of its experiment. The run does not contain the experiment's id, so
 * this cannot be a link to that page.
 */
export function ItemScoresNote() {
  const t = useInspectorText();
  const { projectId, shareToken } = useThreadPage();
  return (
    <p className={styles.quiet}>
      {t("itemScores")}{" "}
      {shareToken === null && (
        <Link to="/projects/$projectId/experiments" params={{ projectId }}>
          {t("showExperiments")}
        </Link>
      )}
    </p>
  );
}
