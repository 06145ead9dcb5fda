import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DialogActions, DialogError } from "../ui/dialog-parts.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DiscardDialog } from "../ui/discard-dialog.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { FileField } from "../ui/file-field.tsx";
import { JsonField } from "../ui/json-field.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { MoreMenu } from "../ui/more-menu.tsx";
import { DurationField, NumberField } from "../ui/number-field.tsx";
import { Popover } from "../ui/popover.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { ResizeHandle } from "../ui/resize-handle.tsx";
import { SidePanel } from "../ui/side-panel.tsx";
import { useToast } from "../ui/toasts.tsx";
import { ValueField } from "../ui/value-field.tsx";
import styles from "./gallery.module.css";
import { Group, Row } from "./group.tsx";

export function Controls() {
  const toast = useToast();
  const [text, setText] = useState("");
  const [number, setNumber] = useState("50");
  const [seconds, setSeconds] = useState("0.3");
  const [json, setJson] = useState('{ "a": 1');
  const [output, setOutput] = useState('{ "answer": "Paris" }');
  const [open, setOpen] = useState<"dialog" | "confirm" | "discard" | "panel" | null>(null);
  const [width, setWidth] = useState(200);
  const close = (): void => setOpen(null);
  return (
    <>
      <Group title="Buttons">
        {(["normal", "primary", "plain", "danger"] as const).map((look) => (
          <Row key={look}>
            <Button look={look}>{look}</Button>
            <Button look={look} disabled>
              disabled
            </Button>
            <Button look={look} size="small">
              small
            </Button>
          </Row>
        ))}
        <Row>
          <Button isPressed>pressed</Button>
          <Button isPressed={false}>not pressed</Button>
          <IconButton label="Delete">
            <Trash2 size={16} />
          </IconButton>
          <IconButton label="Delete, small" size="small">
            <Trash2 size={14} />
          </IconButton>
          <CopyButton text="copied" />
        </Row>
      </Group>
      <Group title="Popups">
        <Row>
          <Menu trigger={<Button>Menu</Button>}>
            <MenuItem onSelect={() => undefined}>Rename</MenuItem>
            <MenuItem isDanger onSelect={() => undefined}>
              Delete
            </MenuItem>
          </Menu>
          <MoreMenu>
            <MenuItem onSelect={() => undefined}>Rename</MenuItem>
          </MoreMenu>
          <Popover title="Popover content" trigger={<Button>Popover</Button>}>
            <p>Any content</p>
          </Popover>
          <Button onClick={() => setOpen("dialog")}>Dialog</Button>
          <Button onClick={() => setOpen("confirm")}>Confirmation</Button>
          <Button onClick={() => setOpen("discard")}>Discarded changes</Button>
          <Button onClick={() => setOpen("panel")}>Side panel</Button>
          <Button onClick={() => toast({ text: "Link copied" })}>Toast</Button>
          <Button onClick={() => toast({ text: "View deleted", undo: () => toast({ text: "View restored" }) })}>
            Toast with undo
          </Button>
        </Row>
        <Dialog title="Dialog" isOpen={open === "dialog"} onClose={close}>
          <TextField label="Name" />
          <DialogError error={new Error("A dataset with this name already exists. Choose another name.")} />
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" onClick={close}>
              Save
            </Button>
          </DialogActions>
        </Dialog>
        <ConfirmDialog
          title="Delete the dataset?"
          action="Delete"
          isOpen={open === "confirm"}
          isBusy={false}
          error={null}
          onConfirm={close}
          onClose={close}
        >
          <p>Its 12 items are deleted too.</p>
        </ConfirmDialog>
        <DiscardDialog isOpen={open === "discard"} onDiscard={close} onClose={close} />
      </Group>
      <Group title="Resizable parts">
        <div className={styles.resizable}>
          <p style={{ width }}>Width: {width} pixels</p>
          <ResizeHandle label="Width" width={width} min={120} max={320} onResize={setWidth} />
        </div>
        {open === "panel" && (
          <div className={styles.resizable}>
            <p className={styles.page}>Page</p>
            <SidePanel
              title="Side panel with a title that is too long for one line of a narrow panel"
              name="gallery.panel"
              actions={
                <IconButton label="Delete" size="small">
                  <Trash2 size={14} />
                </IconButton>
              }
              onClose={close}
            >
              <p>Any content</p>
            </SidePanel>
          </div>
        )}
      </Group>
      <Group title="Text fields">
        <TextField label="Name" placeholder="Placeholder" hint="Shown to all members" />
        <TextField label="Email" defaultValue="ada@" error="This is not an email address" />
        <TextField label="Key" defaultValue="read only" disabled />
        <PasswordField label="Password" defaultValue="correct horse battery" />
        <NumberField label="Limit" value={number} minimum={0} maximum={100} hint="0 to 100" onChange={setNumber} />
        <NumberField label="Price" value={number} unit="$ / 1M" onChange={setNumber} />
        <NumberField label="Value" value="fast" error="Enter a number" onChange={setNumber} />
        <NumberField label="Quota" value="500" unit="GB" disabled onChange={setNumber} />
        <DurationField label="Latency" value={seconds} onChange={setSeconds} />
        <DurationField label="Timeout" value="soon" error="Enter a number" onChange={setSeconds} />
        <TextArea label="Comment" defaultValue={"Two\nlines"} />
        <CodeField
          label="Code"
          language="typescript"
          value={"export default ({ output }) => ({ value: 1 });\n"}
          isReadOnly
          onChange={() => {}}
        />
        <JsonField label="Metadata" value={json} error="Not JSON" rows={2} onChange={setJson} />
        <ValueField label="Expected output" value={output} rows={2} onChange={setOutput} />
        <SearchField label="Search" value={text} onChange={setText} />
        <FileField label="File" hint="CSV file" accept=".csv" fileName={null} onChange={() => undefined} />
        <FileField
          label="Other file"
          accept=".csv"
          fileName="examples.csv"
          error="The file is empty"
          onChange={() => undefined}
        />
      </Group>
    </>
  );
}
