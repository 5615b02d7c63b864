import { stripVTControlCharacters } from 'node:util';

/** A page that shows what is wrong with the code and loads itself again when it is mended. */
export function renderErrorPage(report: string, startPath: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The code does not run</title>
<style>
  body { margin: 0; padding: 32px; background: #1b1220; color: #f5ede3; font: 18px/1.5 sans-serif }
  h1 { margin: 0 0 24px; font-size: 28px }
  pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.5 monospace }
</style>
<h1>The code does not run</h1>
<pre>${escapeHtml(stripVTControlCharacters(report))}</pre>
<p>This page loads itself again when the code has changed.</p>
<script type="module" src="${startPath}"></script>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
