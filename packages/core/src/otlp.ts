export { otlpExporter, type OtlpExporterOptions } from "./otlp/otlp-exporter.ts";
