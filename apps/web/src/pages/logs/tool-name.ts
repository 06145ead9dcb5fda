import styles from "./log-view.module.css";

/** The words of a tool, which a narrow screen leaves to its icon. */
export const toolName: string = styles["toolName"] ?? "";
