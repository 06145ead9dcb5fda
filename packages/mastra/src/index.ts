export type { MastraSpan, MastraTracingEvent } from "./framework.ts";
export { ThreadlineExporter, type ThreadlineExporterOptions } from "./exporter.ts";
