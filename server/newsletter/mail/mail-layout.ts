import { colours } from '#shared/design/palette.ts';
import { escapeHtml } from '#shared/escape-html.ts';

/** Marks the position of the unsubscribe link in an edition's HTML. */
export const footMarker = '<!--the unsubscribe link-->';

const { light, dark } = colours;

/** Mail programs have no custom properties, and some drop `<style>`: the light theme is in attributes. */
export const styles = {
  link: `color:${light.action}`,
  button: `display:inline-block;padding:14px 24px;background:${light.action};color:${light['on-action']};border-radius:2px;font-weight:600;text-align:center;text-decoration:none`,
  foot: `margin-top:32px;padding-top:16px;border-top:1px solid ${light.hairline};font-size:15px;color:${light.muted}`,
  footLink: `color:${light.muted}`,
} as const;

/** The dark theme, for mail programs that have one and support `@media`. */
const darkCss = [
  `.page{background:${dark.page}!important;color:${dark.text}!important}`,
  `.card{background:${dark.card}!important;border-color:${dark.action}!important}`,
  `.card a{color:${dark.action}!important}`,
  `.card .button{background:${dark.action}!important;color:${dark['on-action']}!important}`,
  `.foot{border-color:${dark.hairline}!important;color:${dark.muted}!important}`,
  `.card .foot a{color:${dark.muted}!important}`,
  `.ring{border-color:${dark['line-start']}!important}`,
  `.dot{background:${dark.dot}!important}`,
].join('');

/** Wraps the HTML content of a mail in a complete document. */
export function mailLayout(title: string, siteName: string, content: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkCss}}</style></head><body class="page" style="margin:0;padding:24px 16px;background:${light.page};color:${light.text};font:17px/1.6 -apple-system,'Segoe UI',Roboto,sans-serif"><div class="card" style="max-width:560px;margin:0 auto;padding:32px 28px;overflow-wrap:anywhere;background:${light.card};border-top:4px solid ${light.action}">${writeHead(siteName)}${content}</div></body></html>`;
}

/** The logo and the name. Mail programs block pictures, so the logo's six rings with dots are table cells. */
function writeHead(siteName: string): string {
  const ring = `<td class="ring" style="padding:3px;border:2px solid ${light['line-start']};border-radius:50%"><div class="dot" style="width:5px;height:5px;border-radius:50%;background:${light.dot};font-size:0"></div></td>`;
  const row = `<tr>${ring.repeat(3)}</tr>`;
  const open = '<table role="presentation" cellpadding="0" cellspacing="0"';
  return `${open} style="margin:0 0 24px"><tr><td aria-hidden="true" style="padding:0 14px 0 0">${open}>${row.repeat(2)}</table></td><td style="font:700 22px/1.2 Georgia,serif">${escapeHtml(siteName)}</td></tr></table>`;
}
