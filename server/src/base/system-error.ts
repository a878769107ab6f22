const systemErrors: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EBUSY: "it is in use",
  EISDIR: "it is a folder",
  ELOOP: "its symbolic links form a circle",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file",
  ENOSPC: "no space is left",
  ENOTDIR: "a part of the path is no folder",
  EROFS: "the file system is read-only",
  ERR_FS_FILE_TOO_LARGE: "it is too large",
  ERR_STRING_TOO_LONG: "it is too large",
};

/** Says in words why a call of the file system failed. */
export function systemErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return systemErrors[code] ?? error.message;
}
