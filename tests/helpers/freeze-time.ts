import { afterEach, beforeEach, vi } from 'vitest';

/** Time stands still in the tests of a file until they advance it. */
export function freezeTime(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
}
