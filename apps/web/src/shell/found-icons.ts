import {
  Database,
  FlaskConical,
  Footprints,
  ListTree,
  type LucideIcon,
  MessageSquareQuote,
  MessagesSquare,
  Star,
  User,
} from "lucide-react";
import type { FoundKind } from "./found-records.ts";

export const foundIcons: Readonly<Record<FoundKind, LucideIcon>> = {
  thread: MessagesSquare,
  step: Footprints,
  stepName: ListTree,
  user: User,
  prompt: MessageSquareQuote,
  dataset: Database,
  experiment: FlaskConical,
  score: Star,
};
