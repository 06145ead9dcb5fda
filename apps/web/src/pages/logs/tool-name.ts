import styles from "./log-view.module.css";

/** CSS class for the label of a toolbar button. On narrow screens, only the button's icon is visible. */
export const toolName: string = styles["toolName"] ?? "";
