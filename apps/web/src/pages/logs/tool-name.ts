import styles from "./log-view.module.css";

/** Class of a tool's label. On narrow screens, the label is hidden, and only the icon is shown. */
export const toolName: string = styles["toolName"] ?? "";
