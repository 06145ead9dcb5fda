import styles from "./log-view.module.css";

/** CSS class for the label of a toolbar button. On narrow screens, the label is hidden, and only the icon is shown. */
export const toolName: string = styles["toolName"] ?? "";
