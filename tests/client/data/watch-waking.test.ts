import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageQuery } from '#client/data/page-query.ts';
import { createBrowserQueryClient } from '#client/data/query-client.ts';
import { watchWaking } from '#client/data/watch-waking.ts';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';

const now = Date.parse('2026-01-01T12:00:00Z');
const change = now + 60_000;
const old = { pageId: 'events', version: '', validFrom: now, nextChange: change } as const;

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => {
  vi.unstubAllGlobals();
  focusManager.setFocused(undefined);
});

test.each(['focus', 'pageshow', 'pointerdown', 'pointermove', 'keydown'])(
  'after sleep the first %s fetches the changed programme, and further input does not fetch it again',
  async (type) => {
    const request = vi.fn(async () => Response.json(old));
    vi.stubGlobal('fetch', request);
    const client = createBrowserQueryClient({ page: old, site, socialImages: undefined }, '');
    client.mount();
    const options = pageQuery(client, getPageById('events'), '');
    const stop = new QueryObserver(client, options).subscribe(() => {});
    const target = new EventTarget();
    watchWaking(client, target);
    const look = vi.spyOn(client, 'refetchQueries');
    focusManager.setFocused(true);
    target.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(0);
    expect(request).toHaveBeenCalledTimes(0);
    for (let move = 0; move < 100; move += 1) target.dispatchEvent(new Event('pointermove'));
    expect(look.mock.calls.length).toBeLessThanOrEqual(1); // within a second
    vi.setSystemTime(change); // The timer has not run.
    for (const each of [type, 'pointermove', 'pointermove']) target.dispatchEvent(new Event(each));
    await vi.advanceTimersByTimeAsync(0);
    expect(request).toHaveBeenCalledTimes(1);
    target.dispatchEvent(new Event('pointermove'));
    await vi.advanceTimersByTimeAsync(0);
    expect(request).toHaveBeenCalledTimes(1);
    stop();
    client.unmount();
  },
);
