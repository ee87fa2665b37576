export const exportFormats = ["md", "html", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];
