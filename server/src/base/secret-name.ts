/** Says whether a file is named as files with secrets are: `.env`, `.env.*`, `id_*`, `*.pem`, `*.key` (spec/flemma-templates.md §5). */
export function isSecretName(name: string): boolean {
  return /^\.env(?:\..*)?$|^id_|\.(?:pem|key)$/i.test(name);
}
