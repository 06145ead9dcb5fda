import styles from "./log-view.module.css";

/** Label of a tool, hidden on narrow screens, which show its icon. */
export const toolName: string = styles["toolName"] ?? "";
