const parts =
  ":is(.graphiql-container, .CodeMirror-info, .CodeMirror-lint-tooltip, .graphiql-dialog, .graphiql-dialog-overlay, " +
  ".graphiql-tooltip, [data-radix-popper-content-wrapper])";

const dark = `
  --color-primary: 172, 66%, 50%;
  --color-secondary: 271, 74%, 77%;
  --color-tertiary: 173, 58%, 60%;
  --color-neutral: 171, 7%, 68%;
  --color-base: 192, 10%, 8%;
`;

export const explorerCss: string = `
:root {
  color-scheme: light dark;
  --background: light-dark(#ffffff, #0f1213);
  --background-raised: light-dark(#ffffff, #171b1c);
  --border: light-dark(#e1e5e4, #272e2f);
  --control-border: light-dark(#7d8988, #6e7a7b);
  --text: light-dark(#14191a, #e8edec);
  --text-muted: light-dark(#56615f, #9ba8a6);
  --focus: light-dark(#0f766e, #5eead4);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
body { display: flex; flex-direction: column; height: 100dvh; margin: 0; background: var(--background); color: var(--text); font: 14px/1.4 "Inter Variable", system-ui, sans-serif; }
form { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 10px 16px; border-bottom: 1px solid var(--border); }
form > span { display: flex; gap: 8px; align-items: center; }
form > [hidden] { display: none; }
h1 { margin: 0; font-size: 14px; font-weight: 500; }
#back { display: flex; gap: 4px; align-items: center; color: var(--focus); text-decoration: none; }
#back:hover { text-decoration: underline; }
#home { display: flex; gap: 8px; align-items: center; color: inherit; font-size: 18px; font-weight: 600; text-decoration: none; }
input, select, form button { box-sizing: border-box; height: 32px; padding: 0 10px; border: 1px solid var(--control-border); border-radius: 6px; background: var(--background-raised); color: inherit; font: inherit; }
form button { border-color: var(--border); font-weight: 500; cursor: pointer; }
select, ::picker(select) { appearance: base-select; }
select { padding-inline-end: 8px; }
::picker(select) { margin-top: 4px; padding: 4px; border: 1px solid var(--border); border-radius: 8px; background: var(--background-raised); color: inherit; box-shadow: 0 4px 16px #0003; }
option { padding: 4px 8px; border-radius: 6px; }
input { flex: 0 1 24ch; min-width: 0; }
form :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
label, #state { color: var(--text-muted); font-size: 12px; }
#state { flex: 1 1 20ch; }
#explorer { flex: 1; min-height: 0; }
body.explorer ${parts} {
  --color-primary: 175, 77%, 26%;
  --color-secondary: 271, 47%, 47%;
  --color-tertiary: 211, 71%, 39%;
  --color-neutral: 170, 6%, 36%;
  --font-size-body: 14px;
  --font-family: "Inter Variable", system-ui, sans-serif;
  --font-family-mono: "JetBrains Mono Variable", ui-monospace, monospace;
}
@media (prefers-color-scheme: dark) {
  body.explorer:not(.graphiql-light) ${parts} {${dark}}
}
body.explorer.graphiql-dark ${parts} {${dark}}
.graphiql-container .graphiql-logo { display: none; }
.graphiql-container .graphiql-doc-explorer-header { flex-wrap: wrap; gap: 8px; }
.graphiql-container .graphiql-doc-explorer-search { position: static; flex: 1 1 100%; }
.graphiql-container .graphiql-doc-explorer-search:not(:focus-within) [role="combobox"] { width: 100%; height: auto; }
.graphiql-container .graphiql-doc-explorer-header:focus-within .graphiql-doc-explorer-title { visibility: visible; }
@media (max-width: 640px) {
  .graphiql-container #graphiql-session { flex-direction: column; }
}
`;
