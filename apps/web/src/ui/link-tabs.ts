import styles from "./tabs.module.css";

export const tabListClass: string = styles["list"] ?? "";
export const tabClass: string = styles["tab"] ?? "";

/** Scrolls the current tab into view. Pass this as the `ref` of the tab list. */
export function showCurrentTab(list: HTMLElement | null): void {
  list?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
