import { useId, useState } from "react";
import { MultiSelectField, SelectField } from "../ui/field.tsx";
import { SuggestField } from "../ui/suggest-field.tsx";
import { TimeRangeField } from "../ui/time-range-field.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { TimeRange } from "../ui/time-range.ts";
import { Group, Row } from "./group.tsx";

const models = ["claude-opus", "gemini-pro", "gpt-4o", "llama-70b", "mistral-large"];
const options = models.map((value) => ({ value, label: value }));
const countries = [
  "Austria",
  "Belgium",
  "Chile",
  "Denmark",
  "Estonia",
  "Finland",
  "Germany",
  "Hungary",
  "India",
  "Japan",
  "Kenya",
  "Latvia",
  "Mexico",
  "Norway",
  "Oman",
  "Portugal",
].map((value) => ({ value, label: value }));
const tabs = ["first", "second", "third"].map((name) => ({ name, label: `Tab ${name}`, content: <p>Panel {name}</p> }));

export function Choices() {
  const id = useId();
  const [tab, setTab] = useState("first");
  const [times, setTimes] = useState<TimeRange>({ from: "2026-03-05T08:00:00.000Z", to: "2026-03-09T16:30:00.000Z" });
  const [score, setScore] = useState("");
  const [tags, setTags] = useState<readonly string[]>(["beta", "vip"]);
  return (
    <>
      <Group title="Selects">
        <SelectField label="Model" options={options} hint="Used for new runs" />
        <SelectField label="Baseline" options={options} error="Select a baseline" />
        <SelectField label="Provider" options={options} disabled />
        <SelectField label="Country" options={countries} hint="Many options have a search" />
        <MultiSelectField
          label="Tags"
          options={["beta", "gold", "vip", "a tag with a name that is too long for its field"]}
          values={tags}
          placeholder="Any tags"
          onChange={setTags}
        />
      </Group>
      <Group title="Suggestions">
        <SuggestField label="Score" value={score} options={models} onChange={setScore} />
        <SuggestField label="Metadata" value="" options={[]} error="Enter a path" onChange={setScore} />
      </Group>
      <Group title="Time ranges">
        <Row>
          <TimeRangeField value={times} onChange={setTimes} />
          <TimeRangeField value={{}} onChange={setTimes} />
        </Row>
      </Group>
      <Group title="Checks">
        <Row>
          {["checkbox", "radio"].flatMap((type) =>
            [false, true].map((isOn) => (
              <label key={`${type}-${isOn}`}>
                <input type={type} name={`${id}-${type}`} defaultChecked={isOn} /> {isOn ? "on" : "off"}
              </label>
            )),
          )}
          <label>
            <input type="checkbox" disabled /> disabled
          </label>
          <label>
            <input type="range" aria-label="Weight" /> Weight
          </label>
        </Row>
      </Group>
      <Group title="Tabs">
        <Tabs tabs={tabs} value={tab} onChange={setTab} />
      </Group>
    </>
  );
}
