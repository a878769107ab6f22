import type { FileAttachment } from "./file-answers.js";
import { basename } from "./paths.js";

/** Says whether a file is named as files with secrets are: `.env`, `.env.*`, `id_*`, `*.pem`, `*.key` (spec/flemma-templates.md §5). */
export function isSecretName(name: string): boolean {
  return /^\.env(?:\..*)?$|^id_|\.(?:pem|key)$/i.test(name);
}

/** The name of a secret that a file has at its path, or where links lead; undefined where it has none. */
export function secretName(path: string, attachment: FileAttachment): string | undefined {
  return attachment.kind === "file" ? [basename(path), attachment.realName].find(isSecretName) : undefined;
}
