import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data';
import { supportedBrowsers } from '#client/boot/supported-browsers.ts';

/* What is younger than the oldest browsers in which our scripts run, by MDN's data. */

/** An interface and one of its members. */
export type Member = readonly [owner: string, name: string, isStatic: boolean];

export const youngMembers: readonly Member[] = [bcd.api, bcd.javascript['builtins']].flatMap(
  (owners) =>
    listFeatures(owners).flatMap(([owner, interfaceData]) =>
      listFeatures(interfaceData).flatMap(([key, { __compat: compat }]): Member[] => {
        const isMember = /^\w+$/.test(key) && !key.endsWith('_event');
        if (!isMember || !compat || !isYoung(compat.support)) return [];
        return [[owner, key.replace(/_static$/, ''), key.endsWith('_static')]];
      }),
    ),
);

/** Pseudo-classes, without their colon. */
export const youngSelectors: readonly string[] = listFeatures(bcd.css['selectors']).flatMap(
  ([name, { __compat: compat }]) => (compat && isYoung(compat.support) ? name : []),
);

function listFeatures({ __compat, ...features }: Identifier = {}): [string, Identifier][] {
  return Object.entries(features);
}

function isYoung(support: Partial<Record<string, SupportStatement>>): boolean {
  return Object.entries(supportedBrowsers).some(([browser, oldest]) => {
    const statements = [support[browser] ?? []].flat();
    return !statements.some(
      ({ flags, version_added: added }) =>
        !flags && typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest,
    );
  });
}
