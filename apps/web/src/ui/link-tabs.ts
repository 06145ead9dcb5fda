import styles from "./tabs.module.css";

/** Class names for tabs that are links to routes. */
export const tabListClass: string = styles["list"] ?? "";
export const tabClass: string = styles["tab"] ?? "";

/** `ref` of a list of such tabs: scrolls the current one into view when there is not enough room. */
export function showCurrentTab(list: HTMLElement | null): void {
  list?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
