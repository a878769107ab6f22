/** What the page is made of; addresses are those of the webview. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** Where styles may come from. */
  readonly source: string;
  /** Random letters and digits, new for every page. */
  readonly nonce: string;
}

/**
 * The page of the preview. Conversations are written by others as well: it loads nothing but its own script and style, shows
 * images from what it is told only, and reaches nothing.
 */
export function pageOf({ script, style, source, nonce }: PageParts): string {
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src ${source}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Preview</title>
</head>
<body>
<header>
<div role="tablist" aria-label="Preview">
<button type="button" role="tab" id="tab-conversation" aria-controls="conversation" aria-selected="true">Conversation</button>
<button type="button" role="tab" id="tab-request" aria-controls="request" aria-selected="false" tabindex="-1">Request</button>
</div>
<span id="note" role="status"></span>
</header>
<main id="conversation" role="tabpanel" aria-labelledby="tab-conversation"></main>
<section id="request" role="tabpanel" aria-labelledby="tab-request" hidden>
<p><button type="button" id="open-request">Open as a document</button></p>
<div id="body" translate="no"></div>
</section>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
