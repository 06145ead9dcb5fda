import styles from "./tabs.module.css";

/** Class names for tabs that are links to routes. */
export const tabListClass: string = styles["list"] ?? "";
export const tabClass: string = styles["tab"] ?? "";

/** As the `ref` of a list of such tabs: brings the current one into sight, where there is no room for all. */
export function showCurrentTab(list: HTMLElement | null): void {
  list?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
