import { escapeHtml } from '#shared/escape-html.ts';

/** Stands in an edition's HTML where each mail has its unsubscribe link. */
export const footMarker = '<!--the unsubscribe link-->';

/**
 * The HTML of a mail around its content. Mail programs have no custom properties, so these are the colours of the
 * light theme.
 */
export function frame(title: string, siteName: string, content: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head><body style="margin:0;padding:24px 16px;background:#F7F1E5;color:#1D1815;font:17px/1.6 -apple-system,'Segoe UI',Roboto,sans-serif"><div style="max-width:560px;margin:0 auto;padding:32px 28px;background:#FFFCF5;border-top:4px solid #9A2A20"><p style="margin:0 0 24px;font:700 22px/1.2 Georgia,serif">${escapeHtml(siteName)}</p>${content}</div></body></html>`;
}
