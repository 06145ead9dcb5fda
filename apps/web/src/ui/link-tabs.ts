import styles from "./tabs.module.css";

/** CSS class of a tab list whose tabs are links to routes. */
export const tabListClass: string = styles["list"] ?? "";
export const tabClass: string = styles["tab"] ?? "";

/** Scrolls the current tab into view if there is not enough space for all tabs. Pass it as `ref` of the tab list. */
export function showCurrentTab(list: HTMLElement | null): void {
  list?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
