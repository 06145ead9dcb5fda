import { useState } from "react";
import { Badge } from "../ui/badge.tsx";
import { BadgeList } from "../ui/badge-list.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { DiffView } from "../ui/diff-view.tsx";
import { Facts } from "../ui/facts.tsx";
import { FittedList } from "../ui/fitted-list.tsx";
import { InlineDiff } from "../ui/inline-diff.tsx";
import { Lightbox } from "../ui/lightbox.tsx";
import { MarkdownText } from "../ui/markdown/markdown-text.tsx";
import { RowAbout, Table } from "../ui/table.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { Group, Row } from "./group.tsx";

const markdown = `# Heading
Text with **bold**, _italic_, \`code\` and a [link](https://example.com).

- one
- two

> Quote

| Model | Cost |
| ----- | ---: |
| gpt   | 0.12 |

\`\`\`ts
const answer: number = 42; // the answer
\`\`\`

\`\`\`mermaid
graph LR; question --> answer
\`\`\`

The mean is $\\bar{x} = \\frac{1}{n} \\sum_{i=1}^{n} x_i$.
`;

function picture(width: number, height: number, color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/><circle cx="50%" cy="50%" r="${height / 3}" fill="#fff"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const pictures = [
  { name: "wide.png", url: picture(1_600, 500, "#0f766e") },
  { name: null, url: picture(120, 200, "#7a3fb0") },
];

export function Contents() {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <Group title="Badges and facts">
        <Row>
          {(["neutral", "accent", "success", "warning", "danger"] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <div style={{ width: "10rem" }}>
          <Badge name="a score with a long name">0.75</Badge>
        </div>
        <BadgeList labels={["beta", "a label with a name that is too long for its place", "gold", "vip"]} max={2} />
        <div style={{ width: "14rem" }}>
          <FittedList
            items={["helpful 1", "answer-quality 0.75", "tone 0.5", "length 0.25"].map((text) => ({
              key: text,
              text,
              content: <Badge>{text}</Badge>,
            }))}
          />
        </div>
        <Facts
          facts={[
            { label: "Tokens", value: "1,204" },
            { label: "Cost", value: "$0.0042" },
            { label: "Latency", value: "1.2 sec" },
          ]}
        />
        <p>
          <VisibleText text={"Hidden \u202Echaracters\u200B are shown"} />
        </p>
      </Group>
      <Group title="Table">
        <Table
          label="Datasets"
          columns={[
            { key: "name", label: "Name" },
            { key: "items", label: "Items", isNumber: true },
          ]}
        >
          {["Golden", "Hard cases"].map((name, index) => (
            <tr key={name}>
              <td>
                <strong>{name}</strong>
                <RowAbout text="Questions that were answered wrong" />
              </td>
              <td data-number>{(index + 1) * 1_024}</td>
            </tr>
          ))}
        </Table>
      </Group>
      <Group title="Code and text">
        <Code text={'npx threadline --port 4000\nexport THREADLINE_API_KEY="…"'} />
        <MarkdownText text={markdown} />
      </Group>
      <Group title="Images">
        <Row>
          {pictures.map(({ name }, index) => (
            <Button key={name} onClick={() => setShown(index)}>
              {name ?? "Image without a name"}
            </Button>
          ))}
        </Row>
        {shown !== null && <Lightbox images={pictures} at={shown} onMove={setShown} onClose={() => setShown(null)} />}
      </Group>
      <Group title="Differences">
        <p>
          <InlineDiff before="The capital of France is Lyon." after="The capital of France is Paris." />
        </p>
        <DiffView label="Unified" before={"one\ntwo\nthree"} after={"one\n2\nthree"} layout="unified" />
        <DiffView label="Split" before={"one\ntwo\nthree"} after={"one\n2\nthree"} layout="split" />
      </Group>
    </>
  );
}
