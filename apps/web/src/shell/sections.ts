import {
  ClipboardCheck,
  BellRing,
  BookMarked,
  Coins,
  Database,
  FlaskConical,
  Gauge,
  Gavel,
  ListTree,
  type LucideIcon,
  MessageSquareQuote,
  Settings,
  SlidersHorizontal,
  SquareTerminal,
  Users,
  Workflow,
} from "lucide-react";

/** An item of the navigation. Its path is relative to `/projects/{projectId}/`. */
export interface Section {
  readonly key:
    | "dashboard"
    | "logs"
    | "alerts"
    | "prompts"
    | "playground"
    | "datasets"
    | "experiments"
    | "evaluators"
    | "evaluationRules"
    | "reviewQueues"
    | "users"
    | "scoreSchemas"
    | "modelPrices"
    | "settings";
  readonly path: string;
  /**
   * First part of the section's paths, for example `logs` for `logs/threads`. On these paths, the section is marked as
   * current.
   */
  readonly prefix: string;
  readonly icon: LucideIcon;
}

export const sectionGroups: readonly {
  readonly key: "observe" | "improve" | "manage";
  readonly sections: readonly Section[];
}[] = [
  {
    key: "observe",
    sections: [
      { key: "dashboard", path: "dashboard", prefix: "dashboard", icon: Gauge },
      { key: "logs", path: "logs/threads", prefix: "logs", icon: ListTree },
      { key: "alerts", path: "alerts", prefix: "alerts", icon: BellRing },
      { key: "users", path: "users", prefix: "users", icon: Users },
    ],
  },
  {
    key: "improve",
    sections: [
      { key: "prompts", path: "prompts", prefix: "prompts", icon: MessageSquareQuote },
      { key: "playground", path: "playground", prefix: "playground", icon: SquareTerminal },
      { key: "datasets", path: "datasets", prefix: "datasets", icon: Database },
      { key: "experiments", path: "experiments", prefix: "experiments", icon: FlaskConical },
      { key: "evaluators", path: "evaluators", prefix: "evaluators", icon: Gavel },
      { key: "evaluationRules", path: "evaluation-rules", prefix: "evaluation-rules", icon: Workflow },
      { key: "reviewQueues", path: "review-queues", prefix: "review-queues", icon: ClipboardCheck },
    ],
  },
  {
    key: "manage",
    sections: [
      { key: "scoreSchemas", path: "score-schemas", prefix: "score-schemas", icon: SlidersHorizontal },
      { key: "modelPrices", path: "model-prices", prefix: "model-prices", icon: Coins },
      { key: "settings", path: "settings", prefix: "settings", icon: Settings },
    ],
  },
];

export const explorerIcon = BookMarked;
