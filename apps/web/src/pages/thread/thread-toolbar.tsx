import {
  ChevronDown,
  ChevronsDownUp,
  ChevronsUpDown,
  ChevronUp,
  CircleAlert,
  Coins,
  Ellipsis,
  Info,
  Keyboard,
  ListTree,
  PanelRightOpen,
  Play,
  Timer,
} from "lucide-react";
import type { RefObject } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { MultiSelectField } from "../../ui/field.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useThreadText } from "./messages.ts";
import type { JumpName } from "./use-jumps.ts";
import { type ThreadViewName, threadViews } from "./thread-search.ts";
import styles from "./thread-view.module.css";
import { useNarrow } from "./use-narrow.ts";

const jumpTexts = {
  error: { text: "nextError", shortcut: "E", Icon: CircleAlert },
  slowest: { text: "nextSlowest", shortcut: "S", Icon: Timer },
  costliest: { text: "nextCostliest", shortcut: "C", Icon: Coins },
} as const;

export function ThreadToolbar(props: {
  readonly view: ThreadViewName;
  readonly text: string;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly matches: readonly number[];
  readonly isPartial: boolean;
  readonly selected: number | null;
  readonly onView: (view: ThreadViewName) => void;
  readonly isPlaying: boolean;
  /** Starts or stops the playback; null if the view has none. */
  readonly onPlay: (() => void) | null;
  readonly onText: (text: string) => void;
  readonly onSelect: (step: number) => void;
  /** Jumps for which the toolbar has a button, for example to the next error. */
  readonly jumps: readonly JumpName[];
  readonly onJump: (to: JumpName) => void;
  /** All types of steps, and the shown ones. Null if the view cannot filter by type. */
  readonly types: { readonly all: readonly string[]; readonly shown: readonly string[] } | null;
  readonly onTypes: (types: readonly string[]) => void;
  /** Expands all steps; null if none is collapsible. */
  readonly onExpandAll: (() => void) | null;
  readonly onCollapseAll: () => void;
  /** Shows or collapses the steps between messages; null if none is collapsible. */
  readonly onAllSteps: (() => void) | null;
  readonly showsAllSteps: boolean;
  /** Shows the keyboard shortcuts; null if there are none, or if a narrow screen has no space for the button. */
  readonly onHelp: (() => void) | null;
  /** Shows or hides the details of the selected step; null if they are always visible, or if no step is selected. */
  readonly onDetails: (() => void) | null;
  readonly hasDetails: boolean;
  /** Shows the overview of the thread; null if it is visible. */
  readonly onOverview: (() => void) | null;
  /** Whether the overview is open. Undefined if the button does not close it. */
  readonly isOverviewOpen: boolean | undefined;
}) {
  const { view, text, matches, selected, onSelect } = props;
  const t = useThreadText();
  const isNarrow = useNarrow();
  const position = selected === null ? -1 : matches.indexOf(selected);
  const go = (by: 1 | -1): void => {
    if (matches.length === 0) return;
    const next =
      position === -1 ? (by === 1 ? 0 : matches.length - 1) : (position + by + matches.length) % matches.length;
    onSelect(matches[next] ?? 0);
  };
  return (
    <div className={styles.toolbar}>
      <div className={styles.views} role="group" aria-label={t("view")}>
        {threadViews.map((name) => (
          <Button
            key={name}
            size="small"
            look="plain"
            isPressed={name === view}
            title={t(`${name}Hint`)}
            onClick={() => props.onView(name)}
          >
            {t(name)}
          </Button>
        ))}
      </div>
      {props.onPlay && (
        <IconButton size="small" label={t("play")} isPressed={props.isPlaying} onClick={props.onPlay}>
          <Play size={15} />
        </IconButton>
      )}
      {!isNarrow && props.onExpandAll && (
        <>
          <IconButton size="small" label={t("expandAll")} onClick={props.onExpandAll}>
            <ChevronsUpDown size={15} />
          </IconButton>
          <IconButton size="small" label={t("collapseAll")} onClick={props.onCollapseAll}>
            <ChevronsDownUp size={15} />
          </IconButton>
        </>
      )}
      {!isNarrow && props.onAllSteps && (
        <IconButton size="small" label={t("showAllSteps")} isPressed={props.showsAllSteps} onClick={props.onAllSteps}>
          <ListTree size={15} />
        </IconButton>
      )}
      {!isNarrow &&
        props.jumps.map((name) => {
          const { text: label, shortcut, Icon } = jumpTexts[name];
          return (
            <IconButton key={name} size="small" label={`${t(label)} (${shortcut})`} onClick={() => props.onJump(name)}>
              <Icon size={15} />
            </IconButton>
          );
        })}
      {props.types && (
        <div className={styles.types}>
          <MultiSelectField
            hideLabel
            label={t("types")}
            options={props.types.all}
            values={props.types.shown}
            placeholder={t("allTypes")}
            onChange={props.onTypes}
          />
        </div>
      )}
      <div className={styles.search} role="search">
        {text !== "" && (
          <>
            <span role="status" title={props.isPartial ? t("moreMatches") : undefined}>
              {t("matches", { count: matches.length, position: position + 1 })}
              {props.isPartial && "+"}
            </span>
            <IconButton size="small" label={t("previousMatch")} onClick={() => go(-1)}>
              <ChevronUp size={14} />
            </IconButton>
            <IconButton size="small" label={t("nextMatch")} onClick={() => go(1)}>
              <ChevronDown size={14} />
            </IconButton>
          </>
        )}
        <input
          ref={props.searchBox}
          type="search"
          aria-label={t("search")}
          placeholder={props.onHelp === null ? t("search") : `${t("search")}  /`}
          value={text}
          onChange={(event) => props.onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
            if (event.key !== "Escape") return;
            props.onText("");
            event.currentTarget.blur();
          }}
        />
      </div>
      {props.onDetails && (
        <IconButton size="small" label={t("stepDetails")} isExpanded={props.hasDetails} onClick={props.onDetails}>
          <PanelRightOpen size={15} />
        </IconButton>
      )}
      {props.onOverview && (
        <IconButton size="small" label={t("overview")} isExpanded={props.isOverviewOpen} onClick={props.onOverview}>
          <Info size={15} />
        </IconButton>
      )}
      {isNarrow && (props.jumps.length > 0 || props.onExpandAll || props.onAllSteps) && (
        <Menu
          trigger={
            <IconButton size="small" label={t("moreTools")}>
              <Ellipsis size={15} />
            </IconButton>
          }
        >
          {props.jumps.map((name) => (
            <MenuItem key={name} onSelect={() => props.onJump(name)}>
              {t(jumpTexts[name].text)}
            </MenuItem>
          ))}
          {props.onAllSteps && (
            <MenuItem onSelect={props.onAllSteps}>{t(props.showsAllSteps ? "collapseSteps" : "showAllSteps")}</MenuItem>
          )}
          {props.onExpandAll && (
            <>
              <MenuItem onSelect={props.onExpandAll}>{t("expandAll")}</MenuItem>
              <MenuItem onSelect={props.onCollapseAll}>{t("collapseAll")}</MenuItem>
            </>
          )}
        </Menu>
      )}
      {props.onHelp && (
        <IconButton size="small" label={t("shortcuts")} onClick={props.onHelp}>
          <Keyboard size={15} />
        </IconButton>
      )}
    </div>
  );
}
