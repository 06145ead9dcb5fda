import type { JsonValue } from "@threadline/schema/sdk";
import { useEffect, useMemo, useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { useThreadText } from "../messages.ts";
import { asText } from "./as-text.ts";
import { isObject, parseText, readChatMessages } from "./chat-message.ts";
import { isTable, MessageList, Pairs, Payload } from "./chat-parts.tsx";
import styles from "./content.module.css";
import { JsonTree } from "./json-tree.tsx";
import { RawText } from "./long-text.tsx";
import { plainText } from "./plain-text.ts";
import { TextPart } from "./text-part.tsx";

export const valueFormats = ["formatted", "markdown", "json", "yaml", "raw"] as const;

export type ValueFormat = (typeof valueFormats)[number];

export function ValueView({ value, format }: { readonly value: JsonValue; readonly format: ValueFormat }) {
  switch (format) {
    case "formatted":
      return <Formatted value={value} />;
    case "markdown":
      return <TextPart text={plainText(value) ?? asText(value)} />;
    case "json":
      return <JsonTree value={typeof value === "string" ? parseText(value) : value} openTo={3} hasSearch />;
    case "yaml":
      return <Yaml value={value} />;
    case "raw":
      return <RawText text={asText(value)} />;
  }
}

/** A payload in its most readable form. Messages are shown as a chat, and flat objects as a table. */
function Formatted({ value }: { readonly value: JsonValue }) {
  const inner = isObject(value) && Object.keys(value).length === 1 ? (value["messages"] ?? value) : value;
  const messages = readChatMessages(inner);
  if (messages) return <MessageList messages={messages} />;
  if (!isObject(value) || plainText(value) !== null) return <Payload value={value} />;
  return isTable(value) ? <Pairs value={value} /> : <JsonTree value={value} />;
}

/**
 * Maximum length of JSON that is converted to YAML automatically. The conversion is slow, so longer JSON needs a click.
 */
const yamlLimit = 200_000;

function Yaml({ value }: { readonly value: JsonValue }) {
  const t = useThreadText();
  const formats = useFormats();
  const size = useMemo(() => asText(value).length, [value]);
  const [isWanted, setIsWanted] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const isWritten = isWanted || size <= yamlLimit;
  useEffect(() => {
    let isCurrent = true;
    if (isWritten) void import("yaml").then(({ stringify }) => isCurrent && setText(stringify(value)));
    return () => void (isCurrent = false);
  }, [isWritten, value]);
  if (!isWritten) {
    return (
      <div className={styles.caption}>
        {t("tooLargeForYaml", { size: formats.size(size) })}
        <Button size="small" onClick={() => setIsWanted(true)}>
          {t("writeYaml")}
        </Button>
      </div>
    );
  }
  return text === null ? null : <RawText text={text} />;
}
